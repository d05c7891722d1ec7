// Entry point `@social/core/internal` for the test kit. Semantic versioning does not apply: it can change in any
// release.
export { measurePost, nearMiss, readPost } from './checks/index.js'
export { ABILITY_METHODS, FLAG_METHODS } from './contract/index.js'
export { finishWith } from './http/attempts/visible-request.js'

// What only OAuth needs, in one piece: it is loaded when it is first used, and adds nothing to importing the package.
export { finishOauth, startOauth } from './oauth.js'
export { refreshOauth, revokeOauth } from './oauth-token.js'

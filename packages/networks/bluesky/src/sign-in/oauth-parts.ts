// This module exports the OAuth code, which is loaded on first use, so that it does not slow down
// the import of the package.
export { finishOauth, startOauth } from './oauth.js'
export { refreshOauth, revokeOauth } from './oauth-token.js'

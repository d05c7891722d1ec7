// The OAuth code as one module: it is loaded on first use and does not slow down the import of the package.
export { finishOauth, startOauth } from './oauth.js'
export { refreshOauth, revokeOauth } from './oauth-token.js'

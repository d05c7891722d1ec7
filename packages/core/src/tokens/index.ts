export type { Health } from './health.js'
export { TokenNotSavedError } from './token-not-saved-error.js'
export type { RenewalOutcome } from './renew-due.js'

export type { Health } from './health.js'
export { TokenNotSavedError } from './not-saved.js'
export type { RenewalOutcome } from './renew-due.js'

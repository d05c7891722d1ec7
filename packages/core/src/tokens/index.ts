export type { Health, HealthState } from './health.js'
export type { HealthChange } from './health-memory.js'
export { TokenNotSavedError } from './token-not-saved-error.js'
export type { RenewalOutcome } from './renew-due.js'

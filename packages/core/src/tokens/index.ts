export { type Health, healthOf } from './health.js'
export { TokenNotSavedError, type TokenNotSavedDetails } from './not-saved.js'
export { renewDue, type RenewalOutcome, type RenewDueOptions } from './renew-due.js'
export { type KeeperOptions, type Settled, TokenKeeper, type TokenKeeperParts } from './token-keeper.js'

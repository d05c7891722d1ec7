export { claimFitting, type ClaimedFitting, type ClaimFittingOptions } from './claim-fitting.js'
export {
  type Fitting,
  lookBack,
  type LookBackOptions,
  type LookedBack,
  nearestFitting,
  onlyFitting,
} from './look-back.js'
export { type Look, type LookingPlan, lookRepeatedly } from './look-repeatedly.js'
export { Owners } from './owners.js'
export { sentMoments, type SentSpan, sentSpan } from './sent-moment.js'

export {
  type DailyMetric,
  type DailyNumber,
  type ListingField,
  type PerformanceRange,
  readListing,
  readPerformance,
  validateLocation,
} from './business/index.js'
export type { GoogleBusinessOptions, GoogleBusinessPostOptions } from './options.js'
export { googleBusiness, type GoogleBusinessPlatform } from './platform.js'
export { googleKeys, type GoogleKeysOptions, type PushSecret } from './webhook/index.js'

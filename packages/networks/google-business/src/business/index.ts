import type { CanEditBusinessInfo, CanManageVerification } from '@social/core/platform'

import type { Settings } from '../options.js'
import { listing } from './listing.js'
import { verifying } from './verification.js'

export { type ListingField, readListing, validateLocation } from './listing.js'
export { type DailyMetric, type DailyNumber, type PerformanceRange, readPerformance } from './performance.js'

/** Combines the methods for the listing with the methods for its verification. */
export function managingBusiness(settings: Settings): CanEditBusinessInfo & CanManageVerification {
  return { ...listing(), ...verifying(settings) }
}

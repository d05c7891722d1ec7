import type { CanEditBusinessInfo, CanManageVerification, CanReadInsights } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readingInsights } from './insights.js'
import { listing } from './listing.js'
import { verifying } from './verification.js'

export { type ListingField, readListing, validateLocation } from './listing.js'
export { type DailyMetric, type DailyNumber, type PerformanceRange, readPerformance } from './performance.js'

/** Combines the methods for the listing, its verification and its statistics. */
export function managingBusiness(
  settings: Settings,
): CanEditBusinessInfo & CanManageVerification & CanReadInsights {
  return { ...listing(), ...verifying(settings), ...readingInsights() }
}

import type { PublishJournal } from '@social/core/store'

import { StoreChecks, type StoreHooks } from './check.js'
import { CLAIM_CHECKS } from './journal-claim-checks.js'
import { ENTRY_CHECKS } from './journal-entry-checks.js'
import { POST_CHECKS } from './journal-post-checks.js'

/**
 * Checks for an implementation of `PublishJournal`.
 *
 * @example
 * for (const check of new PublishJournalChecks({ make: () => new MyJournal() })) it.skipIf(check.skip)(check.name, check.run)
 */
export class PublishJournalChecks extends StoreChecks<PublishJournal> {
  constructor(hooks: StoreHooks<PublishJournal>) {
    super([...ENTRY_CHECKS, ...CLAIM_CHECKS, ...POST_CHECKS], hooks)
  }
}

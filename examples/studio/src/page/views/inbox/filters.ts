import type { UpdateInfo } from '../../../shared/inbox.js'
import { texts } from '../../texts.js'

/** What the inbox shows; null and the empty text leave everything in. */
export interface Filters {
  readonly accountId: string | null
  readonly kind: string | null
  readonly search: string
  readonly unreadOnly: boolean
}

/** Nothing left out. */
export const EVERYTHING: Filters = { accountId: null, kind: null, search: '', unreadOnly: false }

/** What somebody may look for in an update. */
function textsOf({ text, actor, aboutText, answer }: UpdateInfo): string {
  return [text, actor?.name, actor?.handle, aboutText, answer].join(' ').toLowerCase()
}

/** The updates that fit. */
export function filtered(updates: readonly UpdateInfo[], filters: Filters): readonly UpdateInfo[] {
  const searched = filters.search.trim().toLowerCase()
  return updates.filter(
    (update) =>
      (filters.accountId === null || update.accountId === filters.accountId) &&
      (filters.kind === null || update.kind === filters.kind) &&
      (!filters.unreadOnly || !update.isRead) &&
      (searched === '' || textsOf(update).includes(searched)),
  )
}

/** What a kind is called, many of it and one of it; kinds the page does not know in their own words. */
export function labelForKind(kind: string): readonly [many: string, does: string] {
  const plain = kind.toLowerCase().replaceAll('_', ' ')
  return texts.inbox.kinds[kind] ?? [plain, plain]
}

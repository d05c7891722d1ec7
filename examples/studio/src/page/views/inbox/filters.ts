import type { UpdateInfo } from '../../../shared/inbox.js'
import { texts } from '../../texts.js'

/** Filters of the inbox. Null or empty text means no filter. */
export interface Filters {
  readonly accountId: string | null
  readonly kind: string | null
  readonly search: string
  readonly unreadOnly: boolean
}

/** No filter. */
export const EVERYTHING: Filters = { accountId: null, kind: null, search: '', unreadOnly: false }

/** Searchable text of an update. */
function textsOf({ text, actor, aboutText, answer }: UpdateInfo): string {
  return [text, actor?.name, actor?.handle, aboutText, answer].join(' ').toLowerCase()
}

/** Updates that match the filters. */
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

/** Label of an update kind: plural, and verb for one update. Unknown kinds use the name from the network. */
export function labelForKind(kind: string): readonly [many: string, does: string] {
  const plain = kind.toLowerCase().replaceAll('_', ' ')
  return texts.inbox.kinds[kind] ?? [plain, plain]
}

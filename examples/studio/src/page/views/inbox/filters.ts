import type { ConversationInfo, UpdateInfo } from '../../../shared/inbox.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'

/** Filters of the inbox. Null or an empty text means no filter. */
export interface Filters {
  readonly accountId: string | null
  readonly kind: string | null
  readonly search: string
  readonly unreadOnly: boolean
  /** True shows only updates that need an answer. */
  readonly openOnly: boolean
}

/** No filter. */
export const EVERYTHING: Filters = {
  accountId: null,
  kind: null,
  search: '',
  unreadOnly: false,
  openOnly: false,
}

/** Returns the texts of an update that the search compares. */
function textsOf({ text, actor, aboutText, answer }: UpdateInfo): string {
  return [text, actor?.name, actor?.handle, aboutText, answer].join(' ').toLowerCase()
}

/** Returns the ids of the updates that need an answer. */
export function openIds(conversations: readonly ConversationInfo[]): ReadonlySet<string> {
  return new Set(conversations.flatMap(({ openId }) => openId ?? []))
}

/** Returns the updates that match the filters. */
export function filtered(
  { updates, conversations }: Pick<StudioState, 'updates' | 'conversations'>,
  filters: Filters,
): readonly UpdateInfo[] {
  const open = openIds(conversations)
  const searched = filters.search.trim().toLowerCase()
  return updates.filter(
    (update) =>
      (filters.accountId === null || update.accountId === filters.accountId) &&
      (filters.kind === null || update.kind === filters.kind) &&
      (!filters.unreadOnly || !update.isRead) &&
      (!filters.openOnly || open.has(update.id)) &&
      (searched === '' || textsOf(update).includes(searched)),
  )
}

/**
 * Returns two labels of an update kind: a plural noun, and a verb for a single update. Unknown
 * kinds use the network's name for the kind.
 */
export function labelForKind(kind: string): readonly [many: string, does: string] {
  const plain = kind.toLowerCase().replaceAll('_', ' ')
  return texts.inbox.kinds[kind] ?? [plain, plain]
}

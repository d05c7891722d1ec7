/** Kinds of objects that have an id. */
export type IdKind =
  | 'account'
  | 'app'
  | 'token'
  | 'status'
  | 'media'
  | 'scheduled'
  | 'favourite'
  | 'notification'
  | 'conversation'
  | 'poll'

// First id of each kind. All ids exceed 2^53, so that a conversion to a number causes a visible
// error.
const FIRST: Readonly<Record<IdKind, bigint>> = {
  account: 109_348_684_864_960_001n,
  app: 9_007_199_254_750_001n,
  token: 9_007_199_254_760_001n,
  status: 0n,
  media: 0n,
  scheduled: 9_007_199_254_770_001n,
  favourite: 9_007_199_254_780_001n,
  notification: 9_007_199_254_790_001n,
  conversation: 9_007_199_254_800_001n,
  poll: 9_007_199_254_810_001n,
}

/**
 * Generates ids. Ids of statuses and files grow with time, as on Mastodon. Other ids are counted.
 */
export class Ids {
  readonly #last = new Map<IdKind, bigint>()

  /**
   * Returns the next id of a kind. Each id is greater than the previous id, even if the clock was
   * moved back.
   */
  next(kind: IdKind, now: Date): string {
    const isTimed = kind === 'status' || kind === 'media'
    const last = this.#last.get(kind)
    const following = last === undefined ? FIRST[kind] : last + 1n
    const timed = BigInt(now.getTime()) << 16n
    const id = isTimed && timed > following ? timed : following
    this.#last.set(kind, id)
    return String(id)
  }
}

/** Compares ids as numbers of any length. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** Reads an id from a client as the server's database does: its leading digits, or 0. */
export function toId(text: string): string {
  return /^\d+/.exec(text)?.[0] ?? '0'
}

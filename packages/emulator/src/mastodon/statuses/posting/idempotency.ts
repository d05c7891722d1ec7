import { versionNumbers } from '../../settings.js'
import type { Caller } from '../../sign-in/access.js'
import type { MastodonState } from '../../state.js'
import { notFound, Refusal } from '../../wire/refusals.js'

/** Seconds for which an idempotency key is stored: one hour. */
const KEY_SECONDS = 3600

/** Handling of idempotency keys in a Mastodon version. */
interface KeyRules {
  /**
   * If true, the key of a scheduled status is not stored.
   * https://github.com/mastodon/mastodon/issues/30039
   */
  readonly ignoresScheduled: boolean
  /**
   * If true, a key is locked while its status is being created.
   * https://github.com/mastodon/mastodon/pull/37879
   */
  readonly locks: boolean
  /**
   * If true, a repeated request finds the status, but fails with an error.
   * https://github.com/mastodon/mastodon/issues/40399
   */
  readonly breaks: boolean
}

/**
 * Returns the key handling of a version. Source: `app/services/post_status_service.rb` of
 * glitch-soc/mastodon 4.2 to 4.6.5 (read 2026-11-22). Version 4.7.2 as the first without the bug
 * of 4.6 is a guess: the fix is dated 2026-09-09, between 4.7.1 and 4.7.2.
 */
function rulesOf(version: string): KeyRules {
  const [major, minor, patch] = versionNumbers(version) ?? [0, 0, 0]
  const isAt = (min: number): boolean => major > 4 || (major === 4 && minor >= min)
  const isMended = major > 4 || (major === 4 && (minor > 7 || (minor === 7 && patch >= 2)))
  return { ignoresScheduled: !isAt(3), locks: isAt(6), breaks: isAt(6) && !isMended }
}

/** Idempotency key of a request in progress. */
export interface KeyInUse {
  /** Stores the key after the status is created. */
  remember(id: string): void
  /** Releases the lock of the key after success or failure. */
  end(): void
}

/** Result of a query for an idempotency key. */
export type KeyResult =
  | { readonly found: 'NOTHING'; readonly key: KeyInUse }
  /** Id of the status that was created with the key. */
  | { readonly found: 'STATUS'; readonly id: string }

const NO_KEY: KeyInUse = { remember: () => undefined, end: () => undefined }
const seconds = (moment: Date, more: number): Date => new Date(moment.getTime() + more * 1000)

function refuseKnown(state: MastodonState, name: string): void {
  const now = state.clock.now()
  const before = state.idempotency.get(name)
  if (before !== undefined && before.until > now) throw new Refusal(400, 'Duplicate idempotency key.')
  state.idempotency.set(name, { id: null, from: now, until: seconds(now, KEY_SECONDS) })
}

/** Creates Mastodon's error for a key that another request is using. */
const busy = (): Refusal =>
  new Refusal(503, 'There was a temporary problem serving your request, please try again')

/**
 * Queries an idempotency key. Before 4.6 a key has no lock, so an unknown key can belong to a
 * request in progress.
 *
 * @throws Refusal 400, 404 or 503, or `BrokenRepeat`, depending on the server's version.
 */
export function queryKey(
  state: MastodonState,
  { person }: Caller,
  given: string | null,
  isScheduled: boolean,
): KeyResult {
  const { idempotencyKeys: mode, version, postingSeconds, postingWaits } = state.settings
  const rules = rulesOf(version)
  if (given === null || mode === 'IGNORED') return { found: 'NOTHING', key: NO_KEY }
  const name = `${person.id} ${given}`
  if (mode === 'REPEAT_REFUSED') {
    refuseKnown(state, name)
    return { found: 'NOTHING', key: NO_KEY }
  }
  const now = state.clock.now()
  const before = state.idempotency.get(name)
  const isKnown = before !== undefined && before.id !== null && before.until > now
  if (rules.locks && (state.making.has(name) || (isKnown && before.from > now))) throw busy()
  if (isKnown && before.from <= now) return { found: 'STATUS', id: foundStatus(state, before.id, rules) }
  state.making.add(name)
  return {
    found: 'NOTHING',
    key: {
      remember: (id) => {
        if (isScheduled && rules.ignoresScheduled) return
        const from = seconds(state.clock.now(), postingWaits ? 0 : postingSeconds)
        state.idempotency.set(name, { id, from, until: seconds(from, KEY_SECONDS) })
      },
      end: () => void state.making.delete(name),
    },
  }
}

/**
 * Returns the status of a repeated request. Mastodon searches only published statuses, so a
 * scheduled status is not found.
 */
function foundStatus(state: MastodonState, id: string, { breaks }: KeyRules): string {
  if (!state.statuses.has(id)) throw notFound()
  if (breaks) throw new BrokenRepeat()
  return id
}

/** Error 500 of Mastodon 4.6 for a repeated request. The status exists, but rendering it fails. */
export class BrokenRepeat extends Error {
  override readonly name = 'BrokenRepeat'

  /** Returns the HTML page that Mastodon shows for every internal error. */
  toResponse(): Response {
    const page = '<!DOCTYPE html><title>We&#39;re sorry, but something went wrong on our end</title>'
    return new Response(page, { status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}

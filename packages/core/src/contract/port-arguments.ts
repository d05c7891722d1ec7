import { assertDate, assertFunction } from '../models/values/assert-kind.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import type { JournalKey, LoginNotes, SpendingLimit } from './ports.js'

// The in-memory journal runs these checks for every post. To avoid allocations, the checks build the name of an
// argument only for an error message.

function assertText(value: unknown, method: string, name: string): void {
  if (typeof value !== 'string') throw wrongArgument(`${method}: ${name}`, 'text', value)
}

function assertAmount(value: unknown, method: string, name: string, wanted = 'a number, 0 or more'): void {
  if (typeof value !== 'number' || !(value >= 0 && value < Infinity))
    throw wrongArgument(`${method}: ${name}`, wanted, value)
}

function assertSpan(value: unknown, method: string, name: string): void {
  if (typeof value !== 'number' || !(value > 0 && value < Infinity))
    throw wrongArgument(`${method}: ${name}`, 'a number of seconds above 0', value)
}

function assertLease(options: unknown, method: string): void {
  const given = options as { readonly leaseSeconds?: unknown } | null | undefined // safe cast: the fields are only read by name
  assertAmount(given?.leaseSeconds, method, 'options.leaseSeconds', 'a number of seconds, 0 or more')
}

function assertSignal(options: unknown, method: string): void {
  const { signal } = options as { readonly signal?: Partial<AbortSignal> | null } // safe cast: the fields are only read by name
  if (signal !== undefined && signal !== null && typeof signal.throwIfAborted !== 'function')
    throw wrongArgument(`${method}: options.signal`, 'an AbortSignal', signal)
}

function assertJournalKey(key: unknown, method: string): void {
  const given = key as Partial<JournalKey> | null | undefined // safe cast: the fields are only read by name
  if (
    typeof given?.connectionId !== 'string' ||
    typeof given.operation !== 'string' ||
    typeof given.idempotencyKey !== 'string'
  )
    throw wrongArgument(
      `${method}: key`,
      '{ connectionId, operation, idempotencyKey } with three strings',
      key,
    )
}

function assertRecord(value: unknown, method: string, name: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongArgument(`${method}: ${name}`, 'an object of plain JSON', value)
}

function assertCandidates(candidates: unknown, method: string): void {
  if (!Array.isArray(candidates))
    throw wrongArgument(`${method}: candidates`, 'a list of { id, ageSeconds }', candidates)
  for (const candidate of candidates) {
    const given = candidate as { readonly id?: unknown; readonly ageSeconds?: unknown } | null // safe cast: the fields are only read by name
    if (
      typeof given?.id !== 'string' ||
      typeof given.ageSeconds !== 'number' ||
      Number.isNaN(given.ageSeconds)
    )
      throw wrongArgument(`${method}: candidates`, 'a list of { id, ageSeconds }', candidate)
  }
}

function assertNotes(notes: unknown, method: string): void {
  const given = notes as Partial<LoginNotes> | null | undefined // safe cast: the fields are only read by name
  if (typeof given?.platform !== 'string' || typeof given.redirectUri !== 'string')
    throw wrongArgument(`${method}: notes`, 'the notes of a sign-in', notes)
}

/**
 * Argument checks for authors of stores, one for each store method. Call the check first in the method, with the
 * method's arguments. It throws a `ConfigError` that names the method, the argument and the expected value.
 *
 * @example
 * async load(connectionId: string, feed: string): Promise<string | null> {
 *   portArguments.markers.load(connectionId, feed)
 */
export const portArguments = {
  locks: {
    withLock(key: unknown, work: unknown, options: unknown): void {
      assertText(key, 'locks.withLock', 'key')
      assertFunction(work, 'locks.withLock: work')
      assertLease(options, 'locks.withLock')
      assertSignal(options, 'locks.withLock')
    },
  },
  loginMemory: {
    keep(state: unknown, notes: unknown, options: unknown): void {
      assertText(state, 'loginMemory.keep', 'state')
      assertNotes(notes, 'loginMemory.keep')
      const given = options as { readonly lifetimeSeconds?: unknown } | null | undefined // safe cast: the fields are only read by name
      const wanted = 'a number of seconds, 0 or more'
      assertAmount(given?.lifetimeSeconds, 'loginMemory.keep', 'options.lifetimeSeconds', wanted)
    },
    lookUp: (state: unknown): void => assertText(state, 'loginMemory.lookUp', 'state'),
    take: (state: unknown): void => assertText(state, 'loginMemory.take', 'state'),
    forget: (state: unknown): void => assertText(state, 'loginMemory.forget', 'state'),
  },
  seenUpdates: {
    claim(key: unknown, options: unknown): void {
      assertText(key, 'seenUpdates.claim', 'key')
      assertLease(options, 'seenUpdates.claim')
    },
    extend(key: unknown, claim: unknown, options: unknown): void {
      assertText(key, 'seenUpdates.extend', 'key')
      assertText(claim, 'seenUpdates.extend', 'claim')
      assertLease(options, 'seenUpdates.extend')
    },
    confirm(key: unknown, claim: unknown): void {
      assertText(key, 'seenUpdates.confirm', 'key')
      assertText(claim, 'seenUpdates.confirm', 'claim')
    },
    release(key: unknown, claim: unknown): void {
      assertText(key, 'seenUpdates.release', 'key')
      assertText(claim, 'seenUpdates.release', 'claim')
    },
  },
  journal: {
    open(key: unknown, fingerprint: unknown, options: unknown): void {
      assertJournalKey(key, 'journal.open')
      assertText(fingerprint, 'journal.open', 'fingerprint')
      assertLease(options, 'journal.open')
    },
    save(key: unknown, claim: unknown, receipt: unknown, options: unknown): void {
      assertJournalKey(key, 'journal.save')
      assertText(claim, 'journal.save', 'claim')
      if (receipt !== null) assertRecord(receipt, 'journal.save', 'receipt')
      assertLease(options, 'journal.save')
    },
    finish(key: unknown, claim: unknown, result: unknown): void {
      assertJournalKey(key, 'journal.finish')
      assertText(claim, 'journal.finish', 'claim')
      assertRecord(result, 'journal.finish', 'result')
    },
    finishNew(key: unknown, fingerprint: unknown, result: unknown): void {
      assertJournalKey(key, 'journal.finishNew')
      assertText(fingerprint, 'journal.finishNew', 'fingerprint')
      assertRecord(result, 'journal.finishNew', 'result')
    },
    claimPost(key: unknown, claim: unknown, candidates: unknown, options: unknown): void {
      assertJournalKey(key, 'journal.claimPost')
      assertText(claim, 'journal.claimPost', 'claim')
      assertCandidates(candidates, 'journal.claimPost')
      const given = options as { readonly pick?: unknown } | null | undefined // safe cast: the fields are only read by name
      if (given?.pick !== 'ONLY' && given?.pick !== 'FIRST')
        throw wrongArgument('journal.claimPost: options.pick', "'ONLY' or 'FIRST'", given?.pick)
    },
    release(key: unknown, claim: unknown): void {
      assertJournalKey(key, 'journal.release')
      assertText(claim, 'journal.release', 'claim')
    },
    forgetBefore: (moment: unknown): void => assertDate(moment, 'journal.forgetBefore: moment'),
  },
  markers: {
    load(connectionId: unknown, feed: unknown): void {
      assertText(connectionId, 'markers.load', 'connectionId')
      assertText(feed, 'markers.load', 'feed')
    },
    save(connectionId: unknown, feed: unknown, marker: unknown): void {
      assertText(connectionId, 'markers.save', 'connectionId')
      assertText(feed, 'markers.save', 'feed')
      assertText(marker, 'markers.save', 'marker')
    },
  },
  spendingCounter: {
    reserve(bucket: unknown, units: unknown, limit: unknown): void {
      assertText(bucket, 'spendingCounter.reserve', 'bucket')
      assertAmount(units, 'spendingCounter.reserve', 'units')
      const given = limit as Partial<SpendingLimit> | null | undefined // safe cast: the fields are only read by name
      assertAmount(given?.units, 'spendingCounter.reserve', 'limit.units')
      assertSpan(given?.perSeconds, 'spendingCounter.reserve', 'limit.perSeconds')
    },
    giveBack(bucket: unknown, units: unknown, reservation: unknown): void {
      assertText(bucket, 'spendingCounter.giveBack', 'bucket')
      assertAmount(units, 'spendingCounter.giveBack', 'units')
      assertText(reservation, 'spendingCounter.giveBack', 'reservation')
    },
    spent(bucket: unknown, perSeconds: unknown): void {
      assertText(bucket, 'spendingCounter.spent', 'bucket')
      assertSpan(perSeconds, 'spendingCounter.spent', 'perSeconds')
    },
  },
} as const

/**
 * Converts a receipt or a result to the JSON text that a journal stores.
 *
 * @param name - Name of the value for the message, for example `journal: result`.
 * @throws ConfigError for a value that is not a JSON object, such as a bigint or a circular reference.
 */
export function journalText(value: unknown, name: string): string {
  const text = jsonOf(value)
  if (text?.startsWith('{') !== true) throw wrongArgument(name, 'an object of plain JSON', value)
  return text
}

/** Returns the JSON text of a value. Returns undefined for a value that JSON cannot represent. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

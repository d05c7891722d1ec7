import { createHash } from 'node:crypto'

import type { LoginNotes } from '@social/core/store'

import type { Sealer } from './sealer.js'
import { parseStoredObject, unreadable } from './stored.js'

/**
 * Computes the row id of sign-in notes: a digest of the state. The state itself is not stored, because a reader of
 * the store could finish the sign-in with it.
 */
export function notesRowId(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}

/** Name of notes, for their seal and for messages. */
export const notesPlace = (rowId: string): string => `The sign-in ${rowId}`

/** True if the required fields of notes are valid. */
function isNotes(value: object): value is LoginNotes {
  const { platform, scopes, redirectUri, remember } = value as Partial<LoginNotes> // each field is checked below
  return (
    typeof platform === 'string' &&
    Array.isArray(scopes) &&
    typeof redirectUri === 'string' &&
    typeof remember === 'object' &&
    remember !== null
  )
}

/** Converts sign-in notes to the text of the row with the id `notesRowId`. */
export function sealNotes(sealer: Sealer, rowId: string, notes: LoginNotes): Promise<string> {
  return sealer.seal(JSON.stringify(notes), notesPlace(rowId))
}

/** @throws ConfigError if the text cannot be read, or contains no notes. */
export async function unsealNotes(sealer: Sealer, rowId: string, body: string): Promise<LoginNotes> {
  const place = notesPlace(rowId)
  const notes = parseStoredObject(await sealer.unseal(body, place), place)
  if (!isNotes(notes)) throw unreadable(place, 'the stored text contains no notes of a sign-in')
  return notes
}

import { createHash } from 'node:crypto'

import type { LoginNotes } from '@social/core/store'

import type { Sealer } from './sealer.js'
import { parseStoredObject, unreadable } from './stored.js'

/**
 * Returns the row id of sign-in notes: a digest of the state. The store does not contain the state
 * itself, because anyone who reads the state could finish the sign-in.
 */
export function notesRowId(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}

/** Returns the name of sign-in notes, for the seal and for error messages. */
export const notesPlace = (rowId: string): string => `The sign-in ${rowId}`

/** Returns true if the required fields of sign-in notes are valid. */
function isNotes(value: object): value is LoginNotes {
  const { platform, scopes, redirectUri, remember } = value as Partial<LoginNotes> // safe cast: all fields are optional, and each field is checked below
  return (
    typeof platform === 'string' &&
    Array.isArray(scopes) &&
    typeof redirectUri === 'string' &&
    typeof remember === 'object' &&
    remember !== null
  )
}

/** Converts sign-in notes to the sealed text of the row `notesRowId`. */
export function sealNotes(sealer: Sealer, rowId: string, notes: LoginNotes): Promise<string> {
  return sealer.seal(JSON.stringify(notes), notesPlace(rowId))
}

/**
 * Converts a stored text to its sign-in notes.
 *
 * @throws ConfigError if the text cannot be read, or contains no sign-in notes.
 */
export async function unsealNotes(sealer: Sealer, rowId: string, body: string): Promise<LoginNotes> {
  const place = notesPlace(rowId)
  const notes = parseStoredObject(await sealer.unseal(body, place), place)
  if (!isNotes(notes)) throw unreadable(place, 'the stored text contains no notes of a sign-in')
  return notes
}

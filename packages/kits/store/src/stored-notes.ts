import { createHash } from 'node:crypto'

import type { LoginNotes } from '@social/core/store'

import type { Sealer } from './sealer.js'
import { parseStoredObject, unreadable } from './stored.js'

/** What notes are filed under. Whoever reads the store must not be able to finish somebody's sign-in: the state itself is not in it. */
export function notesRowId(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}

/** Where notes stand, for their seal and for messages. */
export const notesPlace = (rowId: string): string => `The sign-in ${rowId}`

/** Looks at what a sign-in cannot do without. */
function isNotes(value: object): value is LoginNotes {
  const { platform, scopes, redirectUri, remember } = value as Partial<LoginNotes> // each is looked at below
  return (
    typeof platform === 'string' &&
    Array.isArray(scopes) &&
    typeof redirectUri === 'string' &&
    typeof remember === 'object' &&
    remember !== null
  )
}

/** The text notes are stored as, in the row `notesRowId` names. */
export function sealNotes(sealer: Sealer, rowId: string, notes: LoginNotes): Promise<string> {
  return sealer.seal(JSON.stringify(notes), notesPlace(rowId))
}

/** @throws ConfigError when the text cannot be read, or holds no notes. */
export async function unsealNotes(sealer: Sealer, rowId: string, body: string): Promise<LoginNotes> {
  const place = notesPlace(rowId)
  const notes = parseStoredObject(await sealer.unseal(body, place), place)
  if (!isNotes(notes)) throw unreadable(place, 'what is stored are no notes of a sign-in')
  return notes
}

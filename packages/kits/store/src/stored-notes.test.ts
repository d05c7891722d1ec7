import { loginNotes } from '@social-internal/shared-tests/login-notes'
import { ConfigError } from '@social/core/store'
import { expect, it } from 'vitest'

import { KEY } from './__fixtures__/keys.js'
import { KeyRing } from './key-ring.js'
import { Sealer } from './sealer.js'
import { notesRowId, sealNotes, unsealNotes } from './stored-notes.js'

const NAMES = { factory: 'someStores', whole: 'schema' }
const SEALER = new Sealer(new KeyRing([KEY]), NAMES, () => false)
const PLAIN = new Sealer(null, NAMES, () => true)
const NOTES = loginNotes({ host: 'one.example', scopes: ['read'], remember: { verifier: 'v' } })

it('are stored under a digest of the state, and read back unchanged', async () => {
  const rowId = notesRowId('state-of-somebody')
  expect(rowId).not.toContain('state-of-somebody')
  expect(rowId).not.toBe(notesRowId('state-of-another'))
  const body = await sealNotes(SEALER, rowId, NOTES)
  expect(await unsealNotes(SEALER, rowId, body)).toEqual(NOTES)
  await expect(unsealNotes(SEALER, notesRowId('other'), body)).rejects.toThrow('sealed for another place')
})

it.each<[string, unknown]>([
  ['platform', undefined],
  ['scopes', 'read'],
  ['redirectUri', null],
  ['remember', 'one.example'],
  ['remember', null],
  ['remember', undefined],
])('are refused if %s is %j', async (name, value) => {
  const reading = unsealNotes(PLAIN, 'row', JSON.stringify({ ...NOTES, [name]: value }))
  await expect(reading).rejects.toThrow(ConfigError)
  await expect(reading).rejects.toThrow('The sign-in row cannot be read: the stored text contains no notes')
})

import { Connection, connectionFromRecord, toRecord } from '@social/core'
import { expect, it } from 'vitest'

import { ENTRY_POINTS } from './entry-points-with-options.js'

it.each(Object.entries(ENTRY_POINTS))('%s refuses a name that does not exist', async (_name, entryPoint) => {
  const call = async (): Promise<unknown> => entryPoint({ xyzzy: 1 })
  await expect(call()).rejects.toMatchObject({
    message: expect.stringMatching(/does not know the option "xyzzy"|no field "xyzzy"/),
  })
})

const connection = new Connection({
  platform: 'fake',
  accountId: '1',
  accountName: 'Ada',
  token: { accessToken: 'a' },
})

it('reads a record of a newer version with unknown fields', () => {
  const record = { ...toRecord(connection), pronouns: 'she/her' }
  expect(connectionFromRecord(record)).toEqual(connection)
})

import { AuthError, NotAllowedError, Token } from '@social/core/platform'
import { aLoginCall, inTurn, type Replies } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { ADDRESSES } from '../addresses.js'
import { googleBusiness } from '../platform.js'
import { readLocations } from './locations.js'

const ACCOUNTS = 'GET /v1/accounts'
const OF = (account: string) => `GET /v1/accounts/${account}/locations`
const token = new Token({ accessToken: 'ya29.secret-token' })

async function read(replies: Replies) {
  const call = aLoginCall({ platform: googleBusiness(), replies })
  const found = await readLocations(ADDRESSES, token, call)
  return { call, found: [...found] }
}

const two = {
  accounts: [
    { name: 'accounts/1', type: 'PERSONAL' },
    { name: 'accounts/2', type: 'LOCATION_GROUP' },
  ],
}

describe('the locations of a signed-in person', () => {
  it('are requested account by account, with the new token', async () => {
    const { call, found } = await read({
      [ACCOUNTS]: inTurn({ accounts: [null, {}, { name: 'accounts/1' }], nextPageToken: 'next' }, {}),
      [OF('1')]: { locations: [{ name: 'locations/7', title: 'The bakery' }, null, { name: '' }] },
    })
    expect(found).toEqual([['accounts/1/locations/7', 'The bakery']])
    expect(call.transport.requests.map(({ key, query }) => [key, query])).toEqual([
      [ACCOUNTS, { pageSize: '20' }],
      [ACCOUNTS, { pageSize: '20', pageToken: 'next' }],
      [OF('1'), { readMask: 'name,title,storeCode', pageSize: '100' }],
    ])
    for (const { headers } of call.transport.requests)
      expect(headers['authorization']).toBe('Bearer ya29.secret-token')
  })

  it('keep their full name, and have their id as title if they have none', async () => {
    const { found } = await read({
      [ACCOUNTS]: { accounts: [{ name: 'accounts/1' }] },
      [OF('1')]: { locations: [{ name: 'accounts/1/locations/7', title: '' }, { name: 'locations/8' }] },
    })
    expect(found).toEqual([
      ['accounts/1/locations/7', '7'],
      ['accounts/1/locations/8', '8'],
    ])
  })

  it.each([
    ['PERSONAL', 'LOCATION_GROUP', '2'],
    ['LOCATION_GROUP', 'PERSONAL', '1'],
    ['PERSONAL', 'PERSONAL', '1'],
    ['LOCATION_GROUP', 'ORGANIZATION', '1'],
  ])(
    'are listed once, with a group before a person: of %s and %s it is account %s',
    async (one, other, account) => {
      const locations = { locations: [{ name: 'locations/7', title: 'The bakery' }] }
      const { found } = await read({
        [ACCOUNTS]: {
          accounts: [
            { name: 'accounts/1', type: one },
            { name: 'accounts/2', type: other },
          ],
        },
        [OF('1')]: locations,
        [OF('2')]: locations,
      })
      expect(found).toEqual([[`accounts/${account}/locations/7`, 'The bakery']])
    },
  )

  it.each([403, 404])('without the account that cannot be read (%d) keep the others', async (status) => {
    const { found } = await read({
      [ACCOUNTS]: two,
      [OF('1')]: { status, body: {} },
      [OF('2')]: { locations: [{ name: 'locations/7', title: 'The bakery' }] },
    })
    expect(found).toHaveLength(1)
  })

  it('are refused if every account is', async () => {
    const refused = { status: 403, body: {} }
    await expect(read({ [ACCOUNTS]: two, [OF('1')]: refused, [OF('2')]: refused })).rejects.toThrow(
      NotAllowedError,
    )
  })

  it.each([401, 500])('are not empty if an account fails with another error (%d)', async (status) => {
    const replies = { [ACCOUNTS]: two, [OF('1')]: {}, [OF('2')]: { status, body: {} } }
    await expect(read(replies)).rejects.not.toThrow('manages no location')
  })

  it('that are empty report what to do', async () => {
    const none = read({ [ACCOUNTS]: {} })
    await expect(none).rejects.toThrow(AuthError)
    await expect(none).rejects.toThrow('has no Business Profile')
    for (const locations of [{}, { status: 403, body: {} }])
      await expect(read({ [ACCOUNTS]: two, [OF('1')]: {}, [OF('2')]: locations })).rejects.toThrow(
        'manages no location',
      )
  })

  it('are read up to fifty pages, with a warning', async () => {
    let page = 0
    const reply = () => ({
      locations: [{ name: `locations/${page}`, title: 'One of many' }],
      nextPageToken: `${(page += 1)}`,
    })
    const { call, found } = await read({
      [ACCOUNTS]: { accounts: [{ name: 'accounts/1' }] },
      [OF('1')]: reply,
    })
    expect(found).toHaveLength(50)
    expect(call.warnings).toEqual([expect.stringContaining('more than 50 pages at a sign-in')])
  })

  it.each([{ nextPageToken: '' }, { nextPageToken: 'same' }])('end without a next page: %j', async (more) => {
    const { call } = await read({
      [ACCOUNTS]: { accounts: [{ name: 'accounts/1' }] },
      [OF('1')]: { locations: [{ name: 'locations/7' }], ...more },
    })
    expect(call.transport.requests.length).toBeLessThanOrEqual(3)
    expect(call.warnings).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'

import { AtGoogleBusiness, refusalOf } from '../../__fixtures__/at-google-business.js'

const ACCOUNTS = 'GET /accountmanagement/v1/accounts'

describe('accounts', () => {
  it('are listed with paging, the personal one first', async () => {
    const at = new AtGoogleBusiness()
    for (let n = 0; n < 20; n += 1)
      at.control.addAccount({ person: 'Ada', name: `Group ${n}`, type: 'LOCATION_GROUP' })
    const token = at.signIn()

    const first = await at.call(ACCOUNTS, { token, query: { pageSize: '20' } })
    const { accounts, nextPageToken } = first.body as { accounts: { type: string }[]; nextPageToken: string } // safe cast: a wrong shape fails the assertions below
    const second = await at.call(ACCOUNTS, { token, query: { pageSize: '20', pageToken: nextPageToken } })

    expect([accounts[0]?.type, accounts.length]).toEqual(['PERSONAL', 20])
    expect(second.body).toEqual({ accounts: [expect.any(Object), expect.any(Object)] })
  })

  it('of a person without a Business Profile are an empty object', async () => {
    const at = new AtGoogleBusiness()

    expect((await at.call(ACCOUNTS, { token: at.signIn('Cy') })).body).toEqual({})
  })

  it.each([
    [{ pageSize: '21' }, 'page_size'],
    [{ pageToken: 'nonsense' }, 'page_token'],
    [{ filter: 'name=Ada' }, 'filter'],
    [{ readMask: 'name' }, 'Cannot bind query parameter'],
  ])('are refused with %j', async (query, message) => {
    const at = new AtGoogleBusiness()
    const answer = await at.call(ACCOUNTS, {
      token: at.signIn(),
      query: query as unknown as Record<string, string>,
    })

    expect(refusalOf(answer)).toEqual([400, 'INVALID_ARGUMENT', expect.stringContaining(message)])
  })
})

describe('locations', () => {
  it('have a bare name for any path, and the requested fields', async () => {
    const at = new AtGoogleBusiness()
    const { account, short } = at.find()

    const { body } = await at.call(`GET /businessinformation/v1/accounts/${account}/locations`, {
      token: at.signIn(),
      query: { readMask: 'name,title,storeCode', pageSize: '1' },
    })

    expect(body).toEqual({
      locations: [{ name: short, title: "Ada's Bakery", storeCode: 'A1' }],
      nextPageToken: expect.any(String),
    })
  })

  it('in two accounts are listed in the personal one only if it owns them', async () => {
    const at = new AtGoogleBusiness()
    const { id } = at.control.addLocation({ account: "Ada's Bakeries", title: 'Shared', under: 'Ada' })
    const token = at.signIn()
    const [personal, group] = at.control.state().accounts
    const list = async (account: string) =>
      (
        await at.call(`GET /businessinformation/v1/accounts/${account}/locations`, {
          token,
          query: { readMask: 'name' },
        })
      ).text

    expect(await list(personal?.id ?? '')).toBe('{}')
    expect(await list(group?.id ?? '')).toContain(id)
    expect(await list('-')).toContain(id)
  })

  it.each([
    [{}, 'read_mask'],
    [{ readMask: 'name,nonsense' }, 'nonsense'],
    [{ readMask: 'name', pageSize: '101' }, 'page_size'],
    [{ readMask: 'name', orderBy: 'rating' }, 'order_by'],
  ])('are refused with %j', async (query, message) => {
    const at = new AtGoogleBusiness()
    const answer = await at.call(`GET /businessinformation/v1/accounts/${at.find().account}/locations`, {
      token: at.signIn(),
      query: query as unknown as Record<string, string>,
    })

    expect(refusalOf(answer)).toEqual([400, 'INVALID_ARGUMENT', expect.stringContaining(message)])
  })

  it('of other people are forbidden, and unknown ones are not found', async () => {
    const at = new AtGoogleBusiness()
    const read = async (id: string) =>
      (
        await at.call(`GET /businessinformation/v1/locations/${id}`, {
          token: at.signIn('Bea'),
          query: { readMask: 'title' },
        })
      ).status

    expect(await read(at.find().id)).toBe(403)
    expect(await read('1')).toBe(404)
  })
})

const patch = (at: AtGoogleBusiness, json: unknown, query: Readonly<Record<string, string>>) =>
  at.call(`PATCH /businessinformation/v1/${at.find().short}`, { token: at.signIn(), json, query })
const fieldsOf = (at: AtGoogleBusiness) => at.control.state().locations[0]?.fields ?? {}

describe('a location', () => {
  it('changes only the fields in the mask', async () => {
    const at = new AtGoogleBusiness()

    const { body } = await patch(
      at,
      { phoneNumbers: { primaryPhone: '020 7946 0001' }, websiteUri: 'https://not-in-the-mask.example' },
      { updateMask: 'phoneNumbers.primaryPhone,storeCode' },
    )

    expect(body).toMatchObject({ phoneNumbers: { primaryPhone: '020 7946 0001' }, title: "Ada's Bakery" })
    expect(fieldsOf(at)).toMatchObject({ websiteUri: 'https://shop.example' })
    expect(fieldsOf(at)).not.toHaveProperty('storeCode')
  })

  it('is only validated if the request asks for that', async () => {
    const at = new AtGoogleBusiness()
    const query = { updateMask: 'title', validateOnly: 'true' }

    expect((await patch(at, { title: 'New' }, query)).body).toEqual({})
    expect(fieldsOf(at)).toMatchObject({ title: "Ada's Bakery" })
  })

  it('is returned with the masked fields only, if configured', async () => {
    const at = new AtGoogleBusiness()
    at.control.setAnswers({ maskOnly: true })

    const hours = {
      periods: [{ openDay: 'MONDAY', openTime: { hours: 9 }, closeDay: 'MONDAY', closeTime: {} }],
    }
    const { body } = await patch(at, { regularHours: hours }, { updateMask: 'regularHours' })

    expect(Object.keys(body as object)).toEqual(['regularHours'])
  })

  it.each([
    [{ title: 'a' }, {}, 'update_mask'],
    [{ title: 'a' }, { updateMask: 'titel' }, 'titel'],
    [{ metadata: {} }, { updateMask: 'metadata' }, 'metadata'],
    [{ title: '' }, { updateMask: 'title' }, 'Title is required'],
    [{ titel: 'a' }, { updateMask: 'title' }, 'Cannot find field'],
    [{ phoneNumbers: { mobile: '1' } }, { updateMask: 'phoneNumbers' }, 'phoneNumbers'],
    [
      { phoneNumbers: { additionalPhones: ['1', '2', '3'] } },
      { updateMask: 'phoneNumbers' },
      'two additional',
    ],
    [{ categories: {} }, { updateMask: 'categories.primaryCategory' }, 'together'],
    [{ websiteUri: 'nonsense' }, { updateMask: 'websiteUri' }, 'Invalid URL'],
    [{ openInfo: { status: 'SHUT' } }, { updateMask: 'openInfo' }, 'openInfo.status'],
    [{ title: 5 }, { updateMask: 'title' }, 'TYPE_STRING'],
  ])('is unchanged with %j and %j', async (json, query, message) => {
    const at = new AtGoogleBusiness()
    const before = fieldsOf(at)

    const answer = await patch(at, json, query)

    expect(refusalOf(answer)).toEqual([400, 'INVALID_ARGUMENT', expect.stringContaining(message)])
    expect(fieldsOf(at)).toEqual(before)
  })

  it('accepts ten edits per minute', async () => {
    const at = new AtGoogleBusiness()
    const edit = async (title: string) => (await patch(at, { title }, { updateMask: 'title' })).status
    at.control.setAnswers({ verifiesAgain: true })
    const { short } = at.find()
    const again = () =>
      at.call(`PATCH /businessinformation/v1/${short}`, {
        token: at.signIn(),
        json: { storeCode: 'B' },
        query: { updateMask: 'storeCode' },
      })

    expect(await edit('New')).toBe(200)
    expect(at.control.state().locations[0]?.isVerified).toBe(false)
    for (let n = 0; n < 9; n += 1) expect((await again()).status).toBe(200)
    expect((await again()).status).toBe(429)
    at.clock.advance(61)
    expect((await again()).status).toBe(200)
  })

  it('has a separate version by Google', async () => {
    const at = new AtGoogleBusiness()
    at.control.googleChanges({ location: "Ada's Bakery", fields: '{"title":"Adas Bakery"}' })

    const { body } = await at.call(`GET /businessinformation/v1/${at.find().short}:getGoogleUpdated`, {
      token: at.signIn(),
      query: { readMask: 'title' },
    })

    expect(body).toEqual({ location: { title: 'Adas Bakery' }, diffMask: 'title' })
  })
})

describe('numbers', () => {
  it('are strings, are missing if zero, and are available after three days', async () => {
    const at = new AtGoogleBusiness()
    at.control.setNumber({ location: "Ada's Bakery", metric: 'CALL_CLICKS', date: '2026-11-17', value: 4 })
    const query = new URLSearchParams([['dailyMetrics', 'CALL_CLICKS']])
    for (const [name, day] of [
      ['startDate', '17'],
      ['endDate', '21'],
    ] as const)
      for (const [part, value] of [
        ['year', '2026'],
        ['month', '11'],
        ['day', day],
      ] as const)
        query.set(`dailyRange.${name}.${part}`, value)
    const url = `/performance/v1/${at.find().short}:fetchMultiDailyMetricsTimeSeries?${query.toString()}`

    const { body } = await at.call(`GET ${url}`, { token: at.signIn() })

    const datedValues = [
      { date: { year: 2026, month: 11, day: 17 }, value: '4' },
      { date: { year: 2026, month: 11, day: 18 } },
    ]
    expect(body).toEqual({
      multiDailyMetricTimeSeries: [
        { dailyMetricTimeSeries: [{ dailyMetric: 'CALL_CLICKS', timeSeries: { datedValues } }] },
      ],
    })
    expect((await at.call(`GET ${url.replace('CALL_CLICKS', 'LIKES')}`, { token: at.signIn() })).status).toBe(
      400,
    )
    expect(
      (await at.call(`GET ${url.replace('.month=11', '.month=13')}`, { token: at.signIn() })).status,
    ).toBe(400)
  })
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { businessprofileperformance } from '@googleapis/businessprofileperformance'
import { auth, mybusinessaccountmanagement } from '@googleapis/mybusinessaccountmanagement'
import { mybusinessbusinessinformation } from '@googleapis/mybusinessbusinessinformation'
import { Discovery, type GaxiosResponse } from 'googleapis-common'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { contractProblems, documentPath } from '../__fixtures__/google-contract.js'
import { startEmulator } from '../start-emulator.js'

const open = () => startEmulator({ networks: ['google_business'] })

let emulator: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  emulator = await open()
})
afterEach(() => emulator.close())

/** Returns the credentials of Google's authentication library, with an access token of Ada. */
function signedIn() {
  const oauth = new auth.OAuth2()
  oauth.setCredentials({
    access_token: emulator.control.google_business.signIn({ person: 'Ada' }).accessToken,
  })
  return oauth
}

const at = (folder: string) => ({ rootUrl: `${emulator.url('google_business')}/${folder}`, retry: false })

type Call = (params: object) => Promise<GaxiosResponse<Record<string, unknown>>>
interface Calls {
  readonly [name: string]: Call & Calls
}

/**
 * Returns a client that Google's library generates from a Discovery document. Some services have
 * no client package of their own.
 */
async function discovered(service: string, folder: string): Promise<Calls> {
  const document = JSON.parse(readFileSync(documentPath(service), 'utf8')) as object // safe cast: a Discovery document of Google is a JSON object
  const path = join(mkdtempSync(join(tmpdir(), 'discovery-')), 'document.json')
  try {
    writeFileSync(
      path,
      JSON.stringify({ ...document, rootUrl: `${emulator.url('google_business')}/${folder}/` }),
    )
    const create = await new Discovery({}).discoverAPI(path)
    return create({ auth: signedIn(), retry: false }, {}) as unknown as Calls // safe cast: the Discovery document defines the methods of the client
  } finally {
    rmSync(dirname(path), { recursive: true })
  }
}

/**
 * Returns the first location by its two names (with and without the account), and the name of its
 * account.
 */
function bakery() {
  const name = emulator.control.google_business.state().locations[0]?.name ?? ''
  return {
    full: name,
    short: name.slice(name.indexOf('locations/')),
    account: name.slice(0, name.indexOf('/loc')),
  }
}

describe('Google’s own clients', () => {
  it('list accounts and locations, and edit a location', async () => {
    const accounts = mybusinessaccountmanagement({ version: 'v1', auth: signedIn() })
    const information = mybusinessbusinessinformation({ version: 'v1', auth: signedIn() })
    const { account, short } = bakery()

    const listed = await accounts.accounts.list({ pageSize: 20 }, at('accountmanagement'))
    const locations = await information.accounts.locations.list(
      { parent: account, readMask: 'name,title', pageSize: 100 },
      at('businessinformation'),
    )
    const patched = await information.locations.patch(
      { name: short, updateMask: 'websiteUri', requestBody: { websiteUri: 'https://ada.example' } },
      at('businessinformation'),
    )
    const read = await information.locations.get(
      { name: short, readMask: 'websiteUri' },
      at('businessinformation'),
    )

    expect(listed.data.accounts?.map(({ type }) => type)).toEqual(['PERSONAL', 'LOCATION_GROUP'])
    expect(locations.data.locations?.[0]).toEqual({ name: short, title: "Ada's Bakery" })
    expect(patched.data.title).toBe("Ada's Bakery")
    expect(read.data).toEqual({ websiteUri: 'https://ada.example' })
  })

  it('receive the same errors as ours', async () => {
    const information = mybusinessbusinessinformation({ version: 'v1', auth: signedIn() })
    emulator.control.google_business.setQuota({ perMinute: 0 })

    const error: unknown = await information.locations
      .get({ name: bakery().short, readMask: 'title' }, at('businessinformation'))
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ status: 429, message: expect.stringContaining('Quota exceeded') })
  })

  it('read statistics', async () => {
    const client = businessprofileperformance({ version: 'v1', auth: signedIn() })
    const [year, month, day] = [2026, 11, 1]
    emulator.clock.set(new Date('2026-11-21T12:00:00Z'))
    emulator.control.google_business.setNumber({
      location: "Ada's Bakery",
      metric: 'CALL_CLICKS',
      date: '2026-11-01',
      value: 7,
    })

    const { data } = await client.locations.fetchMultiDailyMetricsTimeSeries(
      {
        location: bakery().short,
        dailyMetrics: ['CALL_CLICKS', 'WEBSITE_CLICKS'],
        'dailyRange.startDate.year': year,
        'dailyRange.startDate.month': month,
        'dailyRange.startDate.day': day,
        'dailyRange.endDate.year': year,
        'dailyRange.endDate.month': month,
        'dailyRange.endDate.day': day,
      },
      at('performance'),
    )

    const series = data.multiDailyMetricTimeSeries?.[0]?.dailyMetricTimeSeries
    expect(series?.map(({ dailyMetric }) => dailyMetric)).toEqual(['CALL_CLICKS', 'WEBSITE_CLICKS'])
    expect(series?.[0]?.timeSeries?.datedValues?.[0]?.value).toBe('7')
  })

  it('generated from the Discovery document verify a location', async () => {
    const { google_business: control } = emulator.control
    control.setVerified({ location: "Ada's Bakery", verified: false })
    const { locations } = await discovered('mybusinessverifications', 'verifications')
    const { short } = bakery()

    const options = await locations?.['fetchVerificationOptions']?.({
      location: short,
      requestBody: { languageCode: 'en' },
    })
    const begun = await locations?.['verify']?.({
      name: short,
      requestBody: { method: 'SMS', languageCode: 'en', phoneNumber: '020 7946 0000' },
    })
    const { name = '' } = (begun?.data['verification'] ?? {}) as { readonly name?: string } // safe cast: with a wrong shape, the request below fails
    const done = await locations?.['verifications']?.['complete']?.({
      name,
      requestBody: { pin: control.pinOf({ verification: name }).pin },
    })

    expect(options?.data['options']).toHaveLength(4)
    expect(done?.data).toMatchObject({ verification: { state: 'COMPLETED' } })
    expect(control.state().locations[0]?.isVerified).toBe(true)
  })

  it('generated from the Discovery document configure notifications, and are refused for questions', async () => {
    const { accounts } = await discovered('mybusinessnotifications', 'notifications')
    const { locations } = await discovered('mybusinessqanda', 'qanda')
    const pubsubTopic = 'projects/p1/topics/t'
    emulator.control.google_business.createTopic({ topic: pubsubTopic })
    const { account, short } = bakery()

    const set = await accounts?.['updateNotificationSetting']?.({
      name: `${account}/notificationSetting`,
      updateMask: 'pubsubTopic,notificationTypes',
      requestBody: { pubsubTopic, notificationTypes: ['NEW_REVIEW'] },
    })
    const closed: unknown = await locations?.['questions']
      ?.['list']?.({ parent: `${short}/questions` })
      .catch((thrown: unknown) => thrown)

    expect(set?.data).toMatchObject({ pubsubTopic, notificationTypes: ['NEW_REVIEW'] })
    expect(closed).toMatchObject({ status: 501 })
  })

  it('exchange a code and refresh a token', async () => {
    const redirectUri = 'https://app.example/callback'
    const { google_business: control } = emulator.control
    const { clientId, clientSecret } = control.createClient({ redirectUris: [redirectUri] })
    const { signIn, token } = emulator.addresses('google_business')
    const oauth = new auth.OAuth2({
      clientId,
      clientSecret,
      redirectUri,
      endpoints: { oauth2AuthBaseUrl: signIn, oauth2TokenUrl: token },
    })
    const scope = 'https://www.googleapis.com/auth/business.manage'
    const url = oauth.generateAuthUrl({ access_type: 'offline', prompt: 'consent', scope })
    const { location } = control.approve({ url, person: 'Bea' })

    const { tokens } = await oauth.getToken(new URL(location).searchParams.get('code') ?? '')
    oauth.setCredentials({ refresh_token: tokens.refresh_token ?? '' })
    const renewed = await oauth.getAccessToken()

    expect(tokens).toMatchObject({ token_type: 'Bearer', scope })
    expect(renewed.token).toMatch(/^ya29\./)
  })
})

describe('the contract check of the other tests', () => {
  it.each([
    [{ accounts: [{ nickname: 'Ada' }] }, 'body.accounts[0].nickname is not known'],
    [{ accounts: [{ type: 'FRIENDS' }] }, 'body.accounts[0].type must not be FRIENDS'],
    [{ accounts: {} }, 'body.accounts is no list'],
    [{ nextPageToken: 5 }, 'body.nextPageToken is no string'],
  ])('reports that %j is wrong', (body, problem) => {
    expect(contractProblems('GET', '/accountmanagement/v1/accounts', body)).toEqual([problem])
  })
})

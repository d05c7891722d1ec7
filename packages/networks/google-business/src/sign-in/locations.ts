import {
  AuthError,
  type LoginCall,
  NotAllowedError,
  NotFoundError,
  type Token,
  type UserText,
} from '@social/core/platform'
import type { Choices } from '@social/google-kit'
import * as v from 'valibot'

import type { Addresses } from '../addresses.js'
import { ACCOUNTS_A_PAGE, INFORMATION_COST, LOCATIONS_A_PAGE, MAX_PAGES_AT_SIGN_IN } from '../limits.js'
import { lastPartOf } from '../map/index.js'
import * as messages from '../messages.js'
import { accountItem, accountsReply, locationItem, locationsReply } from '../schemas.js'

/**
 * Describes the choice of a location by title. The id is `accounts/{a}/locations/{l}`, because the
 * account of a location cannot be queried later.
 */
export const LOCATIONS = {
  kind: 'location',
  kinds: 'locations',
  schema: v.string(),
  nameOf: (title: string) => title,
} satisfies Choices<string>

interface Location {
  readonly id: string
  readonly title: string
  readonly isPersonal: boolean
}

/** Reads all pages of a list. The maximum number of pages is larger than any real list. */
async function readPages<T>(
  read: (pageToken: string | null) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>,
  call: LoginCall,
): Promise<readonly T[]> {
  const all: T[] = []
  let pageToken: string | null = null
  for (let page = 0; page < MAX_PAGES_AT_SIGN_IN; page += 1) {
    const { items, next }: Awaited<ReturnType<typeof read>> = await read(pageToken)
    all.push(...items)
    if (next === null || next === '' || next === pageToken) return all
    pageToken = next
  }
  call.warn(
    `google_business lists more than ${MAX_PAGES_AT_SIGN_IN} pages at a sign-in: the others are omitted.`,
  )
  return all
}

function readItems<S extends v.GenericSchema>(
  schema: S,
  items: readonly unknown[] | null,
): v.InferOutput<S>[] {
  return (items ?? []).flatMap((item) => {
    const read = v.safeParse(schema, item)
    return read.success ? [read.output] : []
  })
}

/**
 * Joins the account and the location to one name, because Google returns only `locations/{l}` in
 * the list of an account.
 */
function fullName(account: string, location: string): string {
  return location.startsWith('accounts/') ? location : `${account}/${location}`
}

/**
 * Reads the titles of all locations of the signed-in person, by full name without duplicates. If a
 * group and a person list the same location, the group's entry is used.
 */
export async function readLocations(
  addresses: Addresses,
  { accessToken }: Token,
  call: LoginCall,
): Promise<ReadonlyMap<string, string>> {
  const signed = {
    auth: 'none',
    headers: { authorization: `Bearer ${accessToken}` },
    cost: INFORMATION_COST,
  } as const
  const accounts = await readPages(async (pageToken) => {
    const query = { pageSize: ACCOUNTS_A_PAGE, pageToken }
    const reply = await call.http.get(`${addresses.accounts}/accounts`, accountsReply, { ...signed, query })
    return { items: readItems(accountItem, reply.accounts), next: reply.nextPageToken }
  }, call)
  if (accounts.length === 0)
    throw refusal(
      'NO_PROFILE',
      messages.NO_PROFILE,
      'This Google account has no Business Profile. Sign in with an account that manages a listing.',
    )

  const found = new Map<string, Location>()
  let refused: unknown = null
  let answered = 0
  for (const { name: account, type } of accounts)
    try {
      const locations = await readPages(async (pageToken) => {
        const query = { readMask: 'name,title,storeCode', pageSize: LOCATIONS_A_PAGE, pageToken }
        const url = `${addresses.information}/${account}/locations`
        const reply = await call.http.get(url, locationsReply, { ...signed, query })
        return { items: readItems(locationItem, reply.locations), next: reply.nextPageToken }
      }, call)
      answered += 1
      for (const { name, title } of locations) {
        const id = fullName(account, name)
        const known = found.get(lastPartOf(id))
        const isPersonal = type === 'PERSONAL'
        if (known === undefined || (known.isPersonal && !isPersonal))
          found.set(lastPartOf(id), { id, title: title || lastPartOf(id), isPersonal })
      }
    } catch (error) {
      // An account to which the person has no access must not hide the other accounts.
      if (!NotAllowedError.is(error) && !NotFoundError.is(error)) throw error
      refused = error
    }
  if (answered === 0 && refused !== null) throw refused
  if (found.size === 0)
    throw refusal(
      'NO_LOCATION',
      messages.NO_LOCATION,
      'This Google account manages no location. Accept invitations on Google’s own pages first, then sign in again.',
    )
  return new Map([...found.values()].map(({ id, title }) => [id, title]))
}

function refusal(reason: string, userText: UserText, message: string): AuthError {
  return new AuthError(message, { platform: 'google_business', reason, userText })
}

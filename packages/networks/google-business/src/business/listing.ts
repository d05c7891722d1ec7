import {
  type BusinessLocation,
  type Call,
  type CanEditBusinessInfo,
  ConfigError,
  assertWork,
  type RawData,
  refuseUnknownNames,
} from '@social/core/platform'

import { shortNameOf } from '../addresses.js'
import { INFORMATION_COST } from '../limits.js'
import { toLocation } from '../map/index.js'
import { locationReply } from '../schemas.js'

const READ_MASK = 'name,title,phoneNumbers,storefrontAddress,categories,regularHours'

/**
 * Writable fields of a listing, with Google's names.
 * https://developers.google.com/my-business/reference/businessinformation/rest/v1/locations (copy of 2026)
 */
const WRITABLE = [
  'title',
  'phoneNumbers',
  'categories',
  'storefrontAddress',
  'websiteUri',
  'regularHours',
  'specialHours',
  'moreHours',
  'serviceArea',
  'serviceItems',
  'labels',
  'adWordsLocationExtensions',
  'latlng',
  'openInfo',
  'profile',
  'storeCode',
  'relationshipData',
] as const

const FIXED = ['name', 'metadata', 'languageCode'] as const
const READ_ONLY: ReadonlySet<string> = new Set(FIXED)

/** Name of a field of a listing, as in Google's API. */
export type ListingField = (typeof WRITABLE)[number] | (typeof FIXED)[number]

function refuse(message: string): ConfigError {
  return new ConfigError(message, { platform: 'google_business' })
}

/** Refuses incomplete `categories`, because Google requires the primary and the additional categories together. */
function checkCategories(categories: unknown): void {
  if (categories === undefined) return
  if (typeof categories === 'object' && categories !== null && 'primaryCategory' in categories) return
  throw refuse(
    'google_business takes only complete categories: { primaryCategory: { name: "categories/gcid:bakery" }, additionalCategories: [] }.',
  )
}

function checkText(fields: RawData, name: 'title' | 'websiteUri' | 'storeCode'): void {
  const value = fields[name]
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return
  throw refuse(`The field ${name} of a listing must be a non-empty text.`)
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

function checkFields(fields: RawData): readonly string[] {
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined)
  if (names.length === 0)
    throw refuse('updateLocation requires at least one field, such as { websiteUri: "https://…" }.')
  const fixed = names.find((name) => READ_ONLY.has(name))
  if (fixed !== undefined) throw refuse(`The field ${fixed} of a listing is read-only. Remove it.`)
  refuseUnknownNames(fields, WRITABLE, 'A listing of google_business')
  for (const name of ['title', 'websiteUri', 'storeCode'] as const) checkText(fields, name)
  const flat = names.find(
    (name) =>
      !['title', 'websiteUri', 'storeCode'].includes(name) &&
      fields[name] !== null &&
      !isObject(fields[name]),
  )
  if (flat !== undefined) throw refuse(`The field ${flat} of a listing must be an object in Google's format.`)
  checkCategories(fields['categories'])
  return names
}

async function patch(
  fields: RawData,
  { http, connection }: Call,
  more: { readonly validateOnly?: true },
): Promise<{ readonly location: BusinessLocation; readonly hasTitle: boolean }> {
  const names = checkFields(fields)
  const { data, raw } = await http.request('PATCH', `/${shortNameOf(connection)}`, locationReply, {
    query: { updateMask: names.join(','), ...more },
    json: Object.fromEntries(names.map((name) => [name, fields[name]])),
    // The request can be repeated, because a repeated identical change has no effect.
    retry: 'always',
    cost: INFORMATION_COST,
  })
  return { location: toLocation(data, raw, connection), hasTitle: data.title !== null }
}

async function readLocation({ http, connection }: Call): Promise<BusinessLocation> {
  const { data, raw } = await http.request('GET', `/${shortNameOf(connection)}`, locationReply, {
    query: { readMask: READ_MASK },
    cost: INFORMATION_COST,
  })
  return toLocation(data, raw, connection)
}

/**
 * Reads fields of the listing in Google's format: `account.run((call) => readListing(['regularHours'], call))`.
 *
 * @param fields - Names of the fields; at least one.
 * @returns The fields that have a value.
 * @throws ConfigError for an unknown field.
 */
export async function readListing(fields: readonly ListingField[], call: Call): Promise<RawData> {
  assertWork('readListing', call)
  const { http, connection } = call
  if (!Array.isArray(fields) || fields.length === 0)
    throw refuse('readListing requires at least one field, such as ["regularHours"].')
  const asked = Object.fromEntries(fields.map((name) => [name, true]))
  refuseUnknownNames(asked, [...WRITABLE, ...FIXED], 'A listing of google_business')
  const { raw } = await http.request('GET', `/${shortNameOf(connection)}`, locationReply, {
    query: { readMask: fields.join(',') },
    cost: INFORMATION_COST,
  })
  return raw
}

/**
 * Validates a change of the listing without applying it: `account.run((call) =>
 * validateLocation(fields, call))`.
 *
 * @param fields - Fields as for `account.updateLocation`.
 * @throws ConfigError and PlatformError, like `account.updateLocation`.
 */
export async function validateLocation(fields: RawData, call: Call): Promise<void> {
  assertWork('validateLocation', call)
  await patch(fields, call, { validateOnly: true })
}

/** Reads and changes the listing. A change sends only the given fields, and their names become the update mask. */
export function listing(): CanEditBusinessInfo {
  return {
    getLocation: (call) => readLocation(call),
    /**
     * Changes the listing. Google allows 10 changes of one listing per minute. Google may review a
     * change before it is visible, and may alter the values.
     */
    async updateLocation(fields, call) {
      const { location, hasTitle } = await patch(fields, call, {})
      // Google may return only the changed fields, so the listing is read again when the title is missing.
      return hasTitle ? location : readLocation(call)
    },
  }
}

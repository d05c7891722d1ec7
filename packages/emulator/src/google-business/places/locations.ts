import type { Visit } from '../../framework/router.js'
import type { Json, Location } from '../records.js'
import {
  checkParams,
  mayReach,
  readBody,
  requireAccount,
  requireCaller,
  requireLocation,
} from '../sign-in/access.js'
import type { GoogleState } from '../state.js'
import { listAs, pageOf } from '../wire/paging.js'
import { badField, Refusal } from '../wire/refusals.js'
import { patch, pick, readMask, textOf } from '../wire/shape.js'
import { LOCATION, WRITABLE_FIELDS } from './location-shape.js'

const SERVICE = 'mybusinessbusinessinformation'
const MINUTE = 60_000

/**
 * Returns a location in Google's JSON format. The name never contains the account, even if the
 * request path does.
 */
function locationJson({ id, fields, google, isVerified }: Location): Json {
  return {
    name: `locations/${id}`,
    ...fields,
    metadata: {
      hasVoiceOfMerchant: isVerified,
      placeId: `ChIJ${id.slice(-12)}`,
      ...(Object.keys(google).length > 0 && { hasGoogleUpdated: true }),
    },
  }
}

function ordered(locations: readonly Location[], order: string | null): Location[] {
  if (order === null) return [...locations]
  const [, name, direction] = /^(title|store_code)( desc)?$/.exec(order) ?? []
  if (name === undefined) throw badField('order_by', `Invalid order: ${order.slice(0, 60)}`)
  const key = ({ fields }: Location): string => textOf(fields[name === 'title' ? 'title' : 'storeCode'])
  const sorted = locations.toSorted((a, b) => key(a).localeCompare(key(b)))
  return direction === undefined ? sorted : sorted.toReversed()
}

/**
 * GET /v1/accounts/{account}/locations: for a personal account, lists only the locations that it
 * owns. For any other account, lists all its locations. The account `-` means all accounts of the
 * person.
 */
export function listLocations(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['readMask', 'pageSize', 'pageToken', 'filter', 'orderBy'])
  const { searchParams: params } = visit.url
  const mask = readMask(LOCATION, params.get('readMask'), 'read_mask')
  if (params.get('filter')) throw badField('filter', 'Invalid filter.')
  const id = visit.params['account'] ?? ''
  const account = id === '-' ? null : requireAccount(state, token, id)
  const all = [...state.locations.values()].filter((location) =>
    account === null
      ? mayReach(state, token.email, location)
      : account.type === 'PERSONAL'
        ? location.accounts[0] === account.id
        : location.accounts.includes(account.id),
  )
  const rule = { defaultValue: 10, max: 100, list: `locations ${id}` }
  const { items, next } = pageOf(ordered(all, params.get('orderBy')), params, rule)
  const locations = items.map((location) => pick(locationJson(location), mask))
  return Response.json({ ...listAs('locations', locations), ...next })
}

/** GET /v1/locations/{location}: returns the fields in the mask. */
export function readLocation(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['readMask'])
  const mask = readMask(LOCATION, visit.url.searchParams.get('readMask'), 'read_mask')
  return Response.json(
    pick(locationJson(requireLocation(state, token, visit.params['location'] ?? '')), mask),
  )
}

/**
 * GET /v1/locations/{location}:getGoogleUpdated: returns Google's own version of a location.
 * `diffMask` names the fields that differ from the owner's version.
 */
export function readGoogleUpdated(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['readMask'])
  const mask = readMask(LOCATION, visit.url.searchParams.get('readMask'), 'read_mask')
  const location = requireLocation(state, token, visit.params['location'] ?? '')
  const theirs = { ...locationJson(location), ...location.google }
  const diffMask = Object.keys(location.google).join(',')
  return Response.json({ location: pick(theirs, mask), ...(diffMask !== '' && { diffMask }) })
}

/**
 * Checks values beyond their types, for example the length of texts.
 * @throws Refusal for an invalid value.
 */
function checkValues(fields: Json): void {
  const { title, phoneNumbers, websiteUri, profile } = fields
  if (typeof title !== 'string' || title.trim() === '') throw badField('location.title', 'Title is required.')
  const { additionalPhones = [] } = (phoneNumbers ?? {}) as { readonly additionalPhones?: readonly string[] } // safe cast: readBody checks patched fields and removes null. makeLocation and tests set the other fields
  if (additionalPhones.length > 2) throw badField('location.phone_numbers', 'At most two additional phones.')
  if (websiteUri !== undefined && !URL.canParse(textOf(websiteUri)))
    throw badField('location.website_uri', 'Invalid URL.')
  const { description = '' } = (profile ?? {}) as { readonly description?: string } // safe cast: readBody checks patched fields and removes null. makeLocation and tests set the other fields
  if (description.length > 750) throw badField('location.profile.description', 'At most 750 characters.')
}

function checkMask(mask: readonly (readonly string[])[]): void {
  for (const names of mask) {
    const [name = ''] = names
    if (!Object.hasOwn(WRITABLE_FIELDS, name))
      throw badField('update_mask', `The field ${name} cannot be updated.`)
    if (name === 'categories' && names.length > 1)
      throw badField('update_mask', 'Primary and additional categories must be updated together.')
  }
}

function countEdit(state: GoogleState, location: Location): void {
  const now = state.clock.now().getTime()
  location.edits = location.edits.filter((moment) => moment > now - MINUTE)
  if (location.edits.length >= state.settings.editsPerMinute)
    throw new Refusal('RESOURCE_EXHAUSTED', 'Too many edits for this location in the last minute.')
  location.edits.push(now)
}

/** PATCH /v1/locations/{location}: changes only the fields in the mask. */
export async function patchLocation(state: GoogleState, visit: Visit): Promise<Response> {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['updateMask', 'validateOnly'])
  const { searchParams: params } = visit.url
  const body = await readBody(visit, LOCATION)
  const location = requireLocation(state, token, visit.params['location'] ?? '')
  const mask = readMask(LOCATION, params.get('updateMask'), 'update_mask')
  checkMask(mask)
  const fields = patch(location.fields, body, mask)
  checkValues(fields)
  if (params.get('validateOnly') === 'true') return Response.json({})
  countEdit(state, location)
  const isMoved = mask.some(([name]) => name === 'title' || name === 'storefrontAddress')
  if (isMoved && state.settings.verifiesAgain) location.isVerified = false
  location.fields = fields
  const whole = locationJson(location)
  return Response.json(state.settings.patchAnswers === 'WHOLE' ? whole : pick(whole, mask))
}

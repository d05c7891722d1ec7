import type { Visit } from '../../framework/router.js'
import type { Json, Location, Verification } from '../records.js'
import { checkParams, readBody, requireCaller, requireLocation } from '../sign-in/access.js'
import { type GoogleState, nextNumber, timeText } from '../state.js'
import { listAs, pageOf } from '../wire/paging.js'
import { badField, notFound, Refusal } from '../wire/refusals.js'
import { type Shape, textOf } from '../wire/shape.js'
import { POSTAL_ADDRESS } from './location-shape.js'

const SERVICE = 'mybusinessverifications'
/** Number of wrong pins after which a verification fails. */
const MAX_WRONG_PINS = 5

const CONTEXT: Shape = { fields: { address: POSTAL_ADDRESS } }
const VERIFY: Shape = {
  fields: {
    method: { oneOf: ['ADDRESS', 'EMAIL', 'PHONE_CALL', 'SMS', 'AUTO', 'TRUSTED_PARTNER'] },
    languageCode: 'text',
    emailAddress: 'text',
    phoneNumber: 'text',
    mailerContact: 'text',
    trustedPartnerToken: 'text',
    token: { fields: { tokenString: 'text' } },
    context: CONTEXT,
  },
}

interface Option {
  readonly verificationMethod: string
  readonly phoneNumber?: string
  readonly emailData?: {
    readonly domain: string
    readonly user: string
    readonly isUserNameEditable: boolean
  }
  readonly addressData?: Json
}

function verificationJson({ id, locationId, method, state, createdAt }: Verification): Json {
  return {
    name: `locations/${locationId}/verifications/${id}`,
    method,
    state,
    createTime: timeText(createdAt),
  }
}

/**
 * Returns the verification methods that a location can use. The list is empty for a verified
 * location.
 */
function optionsOf({ fields, isVerified }: Location): readonly Option[] {
  if (isVerified) return []
  const { primaryPhone } = (fields['phoneNumbers'] ?? {}) as { readonly primaryPhone?: string } // safe cast: makeLocation, a body checked by readBody, or a test sets this field
  const site = URL.parse(textOf(fields['websiteUri']))
  const address = fields['storefrontAddress'] as Json | undefined // safe cast: makeLocation, a body checked by readBody, or a test sets this field
  return [
    ...(primaryPhone === undefined
      ? []
      : ['SMS', 'PHONE_CALL'].map((verificationMethod) => ({
          verificationMethod,
          phoneNumber: primaryPhone,
        }))),
    ...(site === null
      ? []
      : [
          {
            verificationMethod: 'EMAIL',
            emailData: { domain: site.hostname, user: 'hello', isUserNameEditable: false },
          },
        ]),
    ...(address === undefined
      ? []
      : [
          {
            verificationMethod: 'ADDRESS',
            addressData: { business: fields['title'], address, expectedDeliveryDaysRegion: 14 },
          },
        ]),
  ]
}

function requireLanguage({ languageCode }: Json): void {
  if (typeof languageCode !== 'string' || languageCode === '')
    throw badField('language_code', 'The language code is required.')
}

/**
 * Checks the address in `context`.
 * @throws Refusal if `context` is sent for a location that is not a pure service area business.
 */
function checkContext({ fields }: Location, { context }: Json): void {
  const { businessType } = (fields['serviceArea'] ?? {}) as { readonly businessType?: string } // safe cast: a body checked by readBody, or a test sets this field
  if (context !== undefined && businessType !== 'CUSTOMER_LOCATION_ONLY')
    throw badField('context', 'The context is only for service area businesses.')
}

/**
 * POST /v1/locations/{location}:fetchVerificationOptions: returns the verification methods of a
 * location.
 */
export async function fetchOptions(state: GoogleState, visit: Visit): Promise<Response> {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, [])
  const location = requireLocation(state, token, visit.params['location'] ?? '')
  const body = await readBody(visit, { fields: { languageCode: 'text', context: CONTEXT } })
  requireLanguage(body)
  checkContext(location, body)
  return Response.json(listAs('options', optionsOf(location)))
}

function checkDetails(option: Option, { phoneNumber, emailAddress, mailerContact }: Json): void {
  if (option.phoneNumber !== undefined && phoneNumber !== option.phoneNumber)
    throw badField('phone_number', 'The phone number must be one of the verification options.')
  const { emailData } = option
  if (emailData !== undefined && emailAddress !== `${emailData.user}@${emailData.domain}`)
    throw badField('email_address', 'The email address must match a verification option.')
  if (option.addressData !== undefined && !mailerContact)
    throw badField('mailer_contact', 'The mailer contact is required.')
}

/** POST /v1/locations/{location}:verify: starts a new verification with every call. */
export async function startVerification(state: GoogleState, visit: Visit): Promise<Response> {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, [])
  const location = requireLocation(state, token, visit.params['location'] ?? '')
  const body = await readBody(visit, VERIFY)
  const { method } = body
  if (typeof method !== 'string') throw badField('method', 'The verification method is required.')
  requireLanguage(body)
  checkContext(location, body)
  const option = optionsOf(location).find(({ verificationMethod }) => verificationMethod === method)
  if (!option)
    throw new Refusal('FAILED_PRECONDITION', `The method ${method} is not available for this location.`)
  checkDetails(option, body)
  const id = nextNumber(state)
  const verification: Verification = {
    id,
    locationId: location.id,
    method,
    pin: String(10_000 + (Number(id.slice(-6)) % 90_000)),
    createdAt: state.clock.now(),
    state: 'PENDING',
    wrongPins: 0,
  }
  state.verifications.set(id, verification)
  return Response.json({ verification: verificationJson(verification) })
}

/**
 * POST /v1/locations/{location}/verifications/{verification}:complete: completes a verification if
 * the pin is correct.
 */
export async function completeVerification(state: GoogleState, visit: Visit): Promise<Response> {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, [])
  const location = requireLocation(state, token, visit.params['location'] ?? '')
  const { pin } = await readBody(visit, { fields: { pin: 'text' } })
  const verification = state.verifications.get(visit.params['verification'] ?? '')
  if (verification?.locationId !== location.id) throw notFound()
  if (verification.state !== 'PENDING')
    throw new Refusal('FAILED_PRECONDITION', 'The verification is not pending.')
  if (pin !== verification.pin) {
    verification.wrongPins += 1
    if (verification.wrongPins >= MAX_WRONG_PINS) verification.state = 'FAILED'
    throw badField('pin', 'The pin is invalid.')
  }
  verification.state = 'COMPLETED'
  location.isVerified = true
  return Response.json({ verification: verificationJson(verification) })
}

/** GET /v1/locations/{location}/verifications: lists the verifications, oldest first. */
export function listVerifications(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['pageSize', 'pageToken'])
  const { id } = requireLocation(state, token, visit.params['location'] ?? '')
  const own = [...state.verifications.values()].filter(({ locationId }) => locationId === id)
  const rule = { defaultValue: 100, max: 100, list: `verifications ${id}` }
  const { items, next } = pageOf(own, visit.url.searchParams, rule)
  return Response.json({ ...listAs('verifications', items.map(verificationJson)), ...next })
}

/** GET /v1/locations/{location}/VoiceOfMerchantState: returns whether the location is verified. */
export function readStatus(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, [])
  const { id, isVerified } = requireLocation(state, token, visit.params['location'] ?? '')
  const hasPendingVerification = [...state.verifications.values()].some(
    (one) => one.locationId === id && one.state === 'PENDING',
  )
  return Response.json({
    ...(isVerified && { hasVoiceOfMerchant: true, hasBusinessAuthority: true }),
    ...(!isVerified && { verify: hasPendingVerification ? { hasPendingVerification } : {} }),
  })
}

import { type Call, type CanManageVerification, ConfigError, rawOf } from '@social/core/platform'
import * as v from 'valibot'

import { shortNameOf } from '../addresses.js'
import { VERIFICATION_COST } from '../limits.js'
import { toVerification, toVerificationOption } from '../map/index.js'
import type { Settings } from '../options.js'
import { optionItem, type OptionItem, optionsReply, statusReply, verificationReply } from '../schemas.js'

const LANGUAGE = { languageCode: 'en' }

/**
 * Verification methods that require a destination. The library uses the destination of Google's first offer for the
 * method.
 */
const NEEDS_DETAILS: ReadonlySet<string> = new Set(['SMS', 'PHONE_CALL', 'EMAIL', 'ADDRESS'])

interface Offer {
  readonly item: OptionItem
  readonly given: unknown
}

async function readOffers({ addresses }: Settings, { http, connection }: Call): Promise<readonly Offer[]> {
  const url = `${addresses.verifications}/${shortNameOf(connection)}:fetchVerificationOptions`
  const reply = await http.post(url, optionsReply, {
    json: LANGUAGE,
    readsOnly: true,
    retry: 'always',
    cost: VERIFICATION_COST,
  })
  return (reply.options ?? []).flatMap((given) => {
    const read = v.safeParse(optionItem, given)
    return read.success ? [{ item: read.output, given }] : []
  })
}

/** Returns the additional parameters that Google requires to start a verification method. */
function detailsOf(
  method: string,
  offers: readonly Offer[],
  { connection }: Call,
): Readonly<Record<string, string>> {
  const offer = offers.find(({ item }) => item.verificationMethod === method)?.item
  if (offer === undefined)
    throw new ConfigError(
      `google_business does not offer "${method}" for this listing. It offers: ${offers.map(({ item }) => item.verificationMethod).join(', ') || 'nothing'}.`,
      { platform: 'google_business' },
    )
  const { phoneNumber, emailData } = offer
  if (method === 'EMAIL' && emailData?.user && emailData.domain)
    return { emailAddress: `${emailData.user}@${emailData.domain}` }
  if (method === 'ADDRESS') return { mailerContact: connection.accountName }
  return phoneNumber === null ? {} : { phoneNumber }
}

/**
 * Returns the verification state of a listing. Two final states have the library's names. Any
 * other state has Google's name.
 */
function statusOf(status: v.InferOutput<typeof statusReply>): string {
  const { verify, waitForVoiceOfMerchant, resolveOwnershipConflict, complyWithGuidelines } = status
  if (status.hasVoiceOfMerchant) return 'HAS_VOICE_OF_MERCHANT'
  if (verify) return verify.hasPendingVerification ? 'VERIFICATION_PENDING' : 'VERIFY'
  if (waitForVoiceOfMerchant) return 'WAIT_FOR_VOICE_OF_MERCHANT'
  if (resolveOwnershipConflict) return 'RESOLVE_OWNERSHIP_CONFLICT'
  if (complyWithGuidelines) return complyWithGuidelines.recommendationReason ?? 'COMPLY_WITH_GUIDELINES'
  return 'UNKNOWN'
}

const VERIFICATION_NAME = /^locations\/[\w-]{1,100}\/verifications\/[\w-]{1,200}$/

/**
 * Verifies the ownership of a listing. https://developers.google.com/my-business/reference/verifications/rest (copy
 * of 2026)
 */
export function verifying(settings: Settings): CanManageVerification {
  const { verifications } = settings.addresses
  return {
    async verificationOptions(call) {
      return (await readOffers(settings, call)).map(({ item, given }) => toVerificationOption(item, given))
    },

    /**
     * Starts a verification with Google's first destination for the method. Each call sends a
     * code, so the request is not repeated after a lost response.
     */
    async startVerification(method, call) {
      const details = NEEDS_DETAILS.has(method)
        ? detailsOf(method, await readOffers(settings, call), call)
        : {}
      const url = `${verifications}/${shortNameOf(call.connection)}:verify`
      const { data, raw } = await call.http.request('POST', url, verificationReply, {
        json: { method, ...LANGUAGE, ...details },
        cost: VERIFICATION_COST,
      })
      return toVerification(data.verification, rawOf(raw['verification']), { method, state: 'PENDING' })
    },

    /**
     * Completes a verification with the pin that Google sent.
     *
     * @throws AuthError for a wrong pin.
     */
    async completeVerification(id, pin, { http, connection }) {
      if (!VERIFICATION_NAME.test(id) || !id.startsWith(`${shortNameOf(connection)}/`))
        throw new ConfigError(
          `This is not a verification of ${connection.accountName}. Pass the id that account.startVerification returned: ${shortNameOf(connection)}/verifications/…`,
          { platform: 'google_business' },
        )
      const { data, raw } = await http.request('POST', `${verifications}/${id}:complete`, verificationReply, {
        json: { pin },
        cost: VERIFICATION_COST,
      })
      return toVerification(data.verification, rawOf(raw['verification']), { method: '', state: 'COMPLETED' })
    },

    async verificationState({ http, connection }) {
      const url = `${verifications}/${shortNameOf(connection)}/VoiceOfMerchantState`
      return statusOf(await http.get(url, statusReply, { cost: VERIFICATION_COST }))
    },
  }
}

import { refuseUnknownNames } from '../checks/index.js'
import type { Clock, Platform, PushHeaders, WebhookSecret } from '../contract/index.js'
import { NotSupportedError, SignatureError } from '../errors/index.js'
import type { Update } from '../models/index.js'
import { has, howToPoll, type Supporting, supporting } from './account/abilities.js'
import { assertText } from './arguments.js'
import { assertRecord } from './sign-in/login-arguments.js'

/** Returns the challenge that answers the verification request of a network. */
export function answerSetupCheck(
  platform: Platform,
  params: Readonly<Record<string, string>>,
  options: { readonly verifyToken: string },
): string {
  if (has(platform, 'answerSetupCheck')) {
    assertRecord(params, 'answerSetupCheck: params', 'the query of the request')
    assertRecord(options, 'answerSetupCheck: options', '{ verifyToken }')
    refuseUnknownNames(options, ['verifyToken'], 'answerSetupCheck')
    assertText(options.verifyToken, 'answerSetupCheck: verifyToken')
    return supporting(platform, 'answerSetupCheck').answerSetupCheck(params, options)
  }
  throw new NotSupportedError({
    platform: platform.name,
    what: 'a setup check',
    suggestion: platform.features.has('PUSH_UPDATES')
      ? 'The network sends webhooks without a setup check: register the URL of the webhook route.'
      : howToPoll(platform),
  })
}

/**
 * Verifies the signature of a webhook request with each secret in turn.
 * @throws SignatureError if no secret matches.
 */
export function checkSignature(
  platform: Platform,
  body: Uint8Array,
  headers: PushHeaders,
  options: { readonly secret: WebhookSecret },
  clock: Clock,
): void | Promise<void> {
  assertRecord(options, 'checkSignature: options', '{ secret }')
  refuseUnknownNames(options, ['secret'], 'checkSignature')
  const verifier = supporting(platform, 'checkSignature')
  const { secret } = options
  return isList(secret)
    ? checkAny(verifier, body, headers, { secrets: secret, clock })
    : verifier.checkSignature(body, headers, { secret, clock })
}

async function checkAny(
  verifier: Supporting<'checkSignature'>,
  body: Uint8Array,
  headers: PushHeaders,
  { secrets, clock }: { readonly secrets: readonly string[]; readonly clock: Clock },
): Promise<void> {
  let refusal: unknown = null
  for (const one of secrets) {
    try {
      const pending = verifier.checkSignature(body, headers, { secret: one, clock })
      if (pending) await pending
      return
    } catch (error) {
      if (!SignatureError.is(error)) throw error
      refusal = error
    }
  }
  // The error is created only here, because creating an error costs more than checking a signature.
  throw (
    refusal ??
    new SignatureError(
      `No webhook secret was given for ${verifier.name}: the list is empty. Pass the secret of the webhook.`,
      { platform: verifier.name },
    )
  )
}

function isList(secret: WebhookSecret): secret is readonly string[] {
  return Array.isArray(secret)
}

/**
 * Reads a webhook message with a verified signature. Returns one update per change.
 * @throws NotSupportedError for a platform that has only `readUpdate`.
 */
export function readUpdates(
  platform: Platform,
  body: Uint8Array,
  { headers, now }: { readonly headers: PushHeaders; readonly now: Date },
): readonly Update[] {
  if (!has(platform, 'readUpdates') && has(platform, 'readUpdate'))
    throw new NotSupportedError({
      platform: platform.name,
      what: 'reading every update of a pushed message',
      suggestion: 'The platform only has readUpdate, which returns the first change and ignores the others.',
    })
  return supporting(platform, 'readUpdates').readUpdates(body, headers, now)
}

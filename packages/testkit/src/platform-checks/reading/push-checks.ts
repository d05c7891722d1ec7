import { ConfigError, SignatureError } from '@social/core/platform'

import { FakeClock } from '../../time/fake-clock.js'
import { type CheckDefinition, must, nameOf } from '../check.js'
import type { Subject } from '../subject.js'

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    await work()
    return null
  } catch (error) {
    return error
  }
}

async function checkProof({ platform }: Subject): Promise<void> {
  const body = Buffer.from('{}')
  const options = { secret: 'a-secret-of-the-application', clock: new FakeClock() }
  const forged = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
  for (const headers of [{}, forged]) {
    const error = await outcomeOf(() => platform.checkSignature?.(body, headers, options))
    // A ConfigError is also accepted, because the webhook secret of some networks is not a text.
    must(
      SignatureError.is(error) || ConfigError.is(error),
      `checkSignature() must refuse a webhook whose signature does not fit with SignatureError, and ${error === null ? 'let it pass' : `threw ${nameOf(error)}`}.`,
    )
  }
}

async function checkSetup({ platform }: Subject): Promise<void> {
  for (const token of [undefined, 'another-token']) {
    const params = {
      'hub.mode': 'subscribe',
      'hub.challenge': '1',
      ...(token && { 'hub.verify_token': token }),
    }
    const error = await outcomeOf(() => platform.answerSetupCheck?.(params, { verifyToken: 'the-token' }))
    must(
      SignatureError.is(error),
      'answerSetupCheck() must refuse a check without the right token with SignatureError.',
    )
  }
}

/** Checks of webhook signatures. */
export const pushChecks: readonly CheckDefinition[] = [
  {
    name: 'refuses a webhook with a wrong signature',
    skip: (subject) => (subject.has('checkSignature') ? false : 'It has no webhooks.'),
    run: checkProof,
  },
  {
    name: 'refuses a setup check without the right token',
    skip: (subject) => (subject.has('answerSetupCheck') ? false : 'It has no setup check.'),
    run: checkSetup,
  },
]

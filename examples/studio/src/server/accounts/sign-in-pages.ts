import type { SignInOutcome } from '@social/core/routes'

import type { SignInStep } from '../../shared/accounts.js'

/** Converts a sign-in step that needs input to the JSON form that the library's routes return. */
function toStep(outcome: Extract<SignInOutcome, { step: 'CHOOSE_ACCOUNT' | 'ASK_FOR_DETAILS' }>): SignInStep {
  const { state } = outcome
  if (outcome.step === 'CHOOSE_ACCOUNT') return { step: 'choose_account', state, options: outcome.options }
  const fields = outcome.fields.map(({ helpText, ...field }) => ({ ...field, help_text: helpText }))
  return { step: 'ask_for_details', state, help_url: outcome.helpUrl, fields }
}

/**
 * Builds the URL where the browser continues a sign-in. The fragment contains the next question:
 * browsers do not send the fragment to servers, and the fragment survives a reload.
 */
export function pageFor(outcome: SignInOutcome): string {
  if (outcome.step === 'FAILED') return `/accounts?problem=${encodeURIComponent(outcome.error.message)}`
  if (outcome.step === 'CONNECTED') return `/accounts?connected=${encodeURIComponent(outcome.connection.id)}`
  const pending = { network: outcome.platform, step: JSON.stringify(toStep(outcome)) }
  return `/accounts#${new URLSearchParams(pending).toString()}`
}

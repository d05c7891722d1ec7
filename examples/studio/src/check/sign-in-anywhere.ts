import { strict as assert } from 'node:assert'

import type { SignInStep } from '../shared/accounts.js'
import type { OpenedPage } from './plain-browser.js'
import { answerByScript, nextStep, openApproval, startByScript } from './sign-in.js'
import type { Visitor } from './visitor.js'

/** Account to select on the sign-in page, for networks that list several accounts. */
const PEOPLE: Readonly<Record<string, string>> = { mastodon: 'ada', x: 'ada', youtube: 'bea@example.com' }

async function finish(visitor: Visitor, network: string, step: SignInStep): Promise<string> {
  if (step.step === 'connected') return step.connection_id
  assert.ok(step.step === 'choose_account')
  const choice = { state: step.state, account_id: step.options[0]?.id ?? '' }
  const { answer } = await answerByScript(visitor, `/social/choose/${network}`, choice)
  assert.ok(answer.step === 'connected')
  return answer.connection_id
}

/** Reads the next sign-in step from the page that the network redirected to. */
function stepOf(back: OpenedPage): SignInStep {
  const id = back.url.searchParams.get('connected')
  return id === null ? nextStep(back) : { step: 'connected', connection_id: id }
}

/**
 * Signs in to any network of the studio and selects the first offered account. Returns the
 * account's id.
 */
export async function signInAnywhere(visitor: Visitor, network: string): Promise<string> {
  const { networks } = await visitor.studio()
  const info = networks.find(({ name }) => name === network)
  assert.ok(info !== undefined, `the studio has ${network}`)
  if (Object.keys(info.sampleSignIn).length > 0) {
    const step = await startByScript(visitor, network)
    assert.ok(step.step === 'ask_for_details')
    const answers = { ...info.sampleSignIn, state: step.state }
    const { answer } = await answerByScript(visitor, `/social/callback/${network}`, answers)
    return finish(visitor, network, answer)
  }
  const approval = await openApproval(visitor, network, info.suggestedHost)
  const person = PEOPLE[network]
  const back = await visitor.browser.submit(approval, {
    decision: 'approve',
    ...(person !== undefined && { person }),
  })
  return finish(visitor, network, stepOf(back))
}

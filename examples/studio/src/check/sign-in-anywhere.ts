import { strict as assert } from 'node:assert'

import { choicesOf } from './plain-browser.js'
import { chooseFirst, connectedId, openApproval } from './sign-in.js'
import type { Visitor } from './visitor.js'

/** Account to select on the sign-in page, for networks that list several accounts. */
const PEOPLE: Readonly<Record<string, string>> = { mastodon: 'ada', x: 'ada', youtube: 'bea@example.com' }

/**
 * Signs in to any network of the studio and selects the first offered account. Returns the
 * account's id.
 */
export async function signInAnywhere(visitor: Visitor, network: string): Promise<string> {
  const { networks } = await visitor.studio()
  const info = networks.find(({ name }) => name === network)
  assert.ok(info !== undefined, `the studio has ${network}`)
  const person = PEOPLE[network]
  const isForm = Object.keys(info.sampleSignIn).length > 0
  const answers = isForm
    ? info.sampleSignIn
    : { decision: 'approve', ...(person !== undefined && { person }) }
  const approval = await openApproval(visitor, network, info.suggestedHost)
  const back = await visitor.browser.submit(approval, answers)
  return choicesOf(back).length > 0 ? chooseFirst(visitor, back) : connectedId(back)
}

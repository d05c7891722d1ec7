import { afterAll, beforeAll, expect, it } from 'vitest'

import { Journey, PATIENCE_MS, type PHONE, violationsInBoth } from './browser.js'
import {
  answerByPage,
  FLOWS,
  type NetworkFlow,
  press,
  publishByPage,
  signInByPage,
  takeBackByPage,
} from './network-flows.js'

type Screen = typeof PHONE

/**
 * Defines one test for each network, alternately on two screen sizes. Call this function within a
 * `describe`.
 *
 * @param flows - Networks to visit. All by default.
 */
export function walkEveryNetwork(
  [first, second]: readonly [Screen, Screen],
  flows: readonly NetworkFlow[] = FLOWS,
): void {
  let journey: Journey

  beforeAll(async () => {
    journey = await Journey.start()
  }, PATIENCE_MS)

  afterAll(async () => {
    await journey.end()
  })

  it.each(flows.map((flow, place) => [flow.displayName, flow, place % 2 === 0 ? first : second] as const))(
    '%s: signs in, publishes, answers, and deletes the post',
    async (name, flow, screen) => {
      journey.problems.length = 0
      // Removes the drafts that a failed test left.
      const { drafts } = await journey.visitor.studio()
      for (const { id } of drafts) await journey.visitor.ask('DELETE', `/api/drafts/${id}`)
      const page = await journey.open('/accounts', screen)
      await signInByPage(page, flow)
      const text = `Fresh at ${name}`
      if (flow.publishes !== false) await publishByPage(page, flow, text)
      await answerByPage(page, flow)
      await press(page.getByRole('link', { name: 'Posts' }))
      await journey.shoot(page, `network-${flow.name}`)
      expect(await violationsInBoth(page)).toEqual([])
      expect(await takeBackByPage(page, text)).toBe(flow.deletes === true ? 1 : 0)
      expect(journey.problems).toEqual([])
      await page.context().close()
    },
  )
}

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { executablePath, Journey, PATIENCE_MS } from './browser.js'
import { press } from './network-flows.js'

/** Labels of the fault switches. */
const LOST = 'Lose the response to the next post'
const REFUSED = 'Refuse every read'

/** Turns fault switches off. */
async function switchOff(page: Page, ...switches: readonly string[]): Promise<void> {
  for (const name of switches) {
    await press(page.getByRole('switch', { name }), 'Space')
    await page.getByRole('switch', { name, checked: false }).waitFor()
  }
}

const stepsOf = (page: Page) => page.getByRole('region', { name: 'Steps of the library' })

/**
 * Waits until the page shows the first published post, then returns the number of posts at the
 * network.
 */
async function visiblePosts(page: Page): Promise<number> {
  const visible = stepsOf(page).getByText('Visible at the network: post')
  await visible.first().waitFor()
  return visible.count()
}

describe.skipIf(executablePath === null)('breaking networks', { timeout: PATIENCE_MS }, () => {
  let journey: Journey
  const accounts: Record<string, string> = {}

  beforeAll(async () => {
    journey = await Journey.start()
    const names = ['mastodon', 'facebook', 'x']
    const ids = await journey.signIn(...names)
    for (const [at, name] of names.entries()) accounts[name] = ids[at] ?? ''
  }, PATIENCE_MS)

  afterAll(async () => {
    await journey.end()
  })

  /** Opens the trouble view of a network, turns on some switches, and clears the list of steps. */
  async function broken(network: string, ...switches: readonly string[]): Promise<Page> {
    const page = await journey.open('/trouble')
    await page.getByRole('combobox', { name: 'At', exact: true }).selectOption(accounts[network] ?? '')
    for (const name of switches) {
      await press(page.getByRole('switch', { name }), 'Space')
      await page.getByRole('switch', { name, checked: true }).waitFor()
    }
    await press(page.getByRole('button', { name: 'Clear' }))
    await page.getByText('Nothing yet.').waitFor()
    return page
  }

  it.each([
    // The network publishes the post but the response is lost. The library then asks the network
    // whether the post exists.
    ['a lost response', [LOST], ['no response', 'post.reconcile']],
    ['a slow server', ['Slow server'], [/^200 · \d{4,} ms$/]],
    ['too many requests', ['Too many requests'], ['attempt 3', /^429/]],
    // At first the network does not find the post by its key. The library repeats the query and
    // does not send the post again.
    ['a key stored late', ['Key stored late', LOST], ['no response', 'post.reconcile', /\/statuses$/]],
  ])('%s: shows each step, and publishes the post once', async (_name, switches, shown) => {
    const page = await broken('mastodon', ...switches)
    const before = (await journey.visitor.studio()).posts.length
    await press(page.getByRole('button', { name: 'Publish a test post' }))
    await page.getByText(`Test post ${before + 1}`).waitFor()
    await page.getByRole('status').getByText('Published').waitFor()

    const steps = stepsOf(page)
    for (const text of shown) await steps.getByText(text).first().waitFor()
    expect(await visiblePosts(page)).toBe(1)
    if (switches.includes(LOST)) await page.getByText('applied once').waitFor()
    await journey.shoot(page, 'trouble')
    await switchOff(page, ...switches)
    expect(journey.problems).toEqual([])
    await page.context().close()
  })

  it('refuses every read, leaves the outcome unknown, and finds the post with the next check', async () => {
    const page = await broken('facebook', LOST, REFUSED)
    await press(page.getByRole('button', { name: 'Publish a test post' }))
    await page.getByRole('status').getByText('Outcome unknown').waitFor()
    await stepsOf(page).getByText(/^503/).first().waitFor()
    await switchOff(page, LOST, REFUSED)
    await press(page.getByRole('link', { name: 'Posts' }))
    const row = page.getByRole('listitem', { name: /Facebook/ }).filter({ hasText: 'Outcome unknown' })
    await press(row.getByRole('button', { name: 'Check the network' }))
    await row.waitFor({ state: 'detached' })

    await press(page.getByRole('link', { name: 'Trouble' }))
    await page.getByRole('combobox', { name: 'At', exact: true }).selectOption(accounts['facebook'] ?? '')
    await page.getByRole('status').getByText('Published').waitFor()
    expect(await visiblePosts(page)).toBe(1)
    expect(journey.problems).toEqual([])
    await page.context().close()
  })

  it('pushes everything twice and late, and the inbox shows it once', async () => {
    const switches = ['Push everything twice', 'Push late']
    const { visitor } = journey
    const accountId = accounts['facebook'] ?? ''
    await visitor.publish({ accountId, text: 'Fresh bread' })
    const page = await broken('facebook', ...switches)
    await visitor.happen('comment', accountId)

    const pushed = stepsOf(page).getByRole('listitem').filter({ hasText: 'Pushed' })
    await pushed
      .filter({ hasText: 'Pushed again' })
      .getByText(/^\d{4,} ms$/)
      .waitFor()
    await pushed
      .filter({ hasText: 'Pushed to the studio' })
      .getByText(/^\d{4,} ms$/)
      .waitFor()
    await visitor.arrival(accountId, 'COMMENT_CREATED')
    expect(await visitor.count(accountId, 'COMMENT_CREATED')).toBe(1)
    await switchOff(page, ...switches)
    expect(journey.problems).toEqual([])
    await page.context().close()
  })

  it('shows the error while the token endpoint is down, and publishes after it recovers', async () => {
    const page = await broken('x', 'Token endpoint down')
    await press(page.getByRole('button', { name: 'Publish a test post' }))
    await page.getByRole('status').getByText('Not published').waitFor()
    const steps = stepsOf(page)
    await steps.getByText('refresh', { exact: true }).first().waitFor()
    expect(await steps.getByText('Visible at the network: post').count()).toBe(0)
    await switchOff(page, 'Token endpoint down')
    await press(page.getByRole('link', { name: 'Posts' }))
    await press(page.getByRole('listitem', { name: /, X$/ }).getByRole('button', { name: 'Try again' }))

    await press(page.getByRole('link', { name: 'Trouble' }))
    await page.getByRole('combobox', { name: 'At', exact: true }).selectOption(accounts['x'] ?? '')
    await page.getByRole('status').getByText('Published').waitFor()
    expect(await visiblePosts(page)).toBe(1)
    expect(journey.problems).toEqual([])
    await page.context().close()
  })
})

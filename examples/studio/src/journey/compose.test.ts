import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FILM, Journey, PATIENCE_MS, POLL, SQUARE, drop, executablePath, violations } from './browser.js'
import { press } from './network-flows.js'

describe.skipIf(executablePath === null)('writing for several accounts', { timeout: PATIENCE_MS }, () => {
  let journey: Journey

  beforeAll(async () => {
    journey = await Journey.start()
    await journey.signIn('mastodon', 'bluesky', 'youtube', 'pinterest', 'tiktok')
  }, PATIENCE_MS)

  afterAll(async () => {
    await journey.end()
  })

  it('publishes to two networks, with a different text for one of them', async () => {
    const page = await journey.open('/compose')
    // The page selects the first account without a click.
    await page.getByRole('checkbox', { name: /Mastodon/, checked: true }).waitFor()
    await page.getByRole('checkbox', { name: /Bluesky/ }).check()
    await page.getByLabel('New post').fill('A square, as small as it gets')
    await drop(page, '.composer', SQUARE)
    await page.getByLabel('Picture description').fill('A very small square')
    const part = page.getByRole('region', { name: /Bluesky/ })
    await part.getByRole('button', { expanded: false }).first().click()
    await part.getByRole('switch', { name: 'Different text here' }).check()
    await part.getByRole('textbox', { name: /Text for/ }).fill('A square, for the blue sky')
    await page.getByText('Ready for 2 accounts').waitFor()
    const preview = page.getByRole('article', { name: /Bluesky/ })
    await expect.poll(() => preview.textContent(), POLL).toContain('A square, for the blue sky')
    await journey.shoot(page, 'compose')
    await page.getByLabel('New post').press('Control+Enter')

    await page.waitForURL('**/posts')
    const rows = page.getByRole('listitem', { name: /Mastodon|Bluesky/ })
    await rows.getByText('Published').nth(1).waitFor()
    await expect.poll(() => page.getByRole('img', { name: 'A very small square' }).count(), POLL).toBe(1)
    await expect.poll(() => rows.filter({ hasText: 'for the blue sky' }).count(), POLL).toBe(1)
    await journey.shoot(page, 'posts')
    expect(journey.problems).toEqual([])
  })

  it('counts like each network, and shows the problems of each network next to their fields', async () => {
    const page = await journey.open('/compose')
    for (const name of [/Bluesky/, /YouTube/]) await page.getByRole('checkbox', { name }).check()
    await page.getByLabel('New post').fill(`https://example.com/${'a'.repeat(100)}`)
    const count = (name: RegExp) => page.getByRole('region', { name }).getByRole('status')
    await page.getByText('477 left').waitFor()
    await expect.poll(() => count(/Bluesky/).textContent(), POLL).toContain('180 left')
    const video = page.getByRole('region', { name: /YouTube/ })
    await video
      .getByText(/YouTube .*video/)
      .first()
      .waitFor()

    await drop(page, '.composer', FILM)
    const title = video.getByLabel('Title')
    await video.locator('.refusal', { hasText: 'Title' }).waitFor()
    await title.fill('A very short film')
    const kids = video.getByLabel('Made for kids')
    await video.locator('select[aria-invalid="true"]').waitFor()
    expect(await kids.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.getByRole('button', { name: 'Publish' }).isDisabled(), POLL).toBe(true)
    await kids.selectOption('No')
    await page.getByRole('checkbox', { name: /Mastodon/ }).uncheck()
    await page.getByRole('checkbox', { name: /Bluesky/ }).uncheck()
    await page.getByText('Ready for 1 account').waitFor()
    await page.getByRole('button', { name: 'Publish', disabled: false }).click()
    await page.getByText('Being processed').waitFor()
    await page.getByText('Being processed').waitFor({ state: 'detached' })
    expect(journey.problems).toEqual([])
  })

  it('adds parts to a post for a network with threads, and shows an error next to the part for other networks', async () => {
    const page = await journey.open('/compose')
    for (const name of [/YouTube/, /Bluesky/]) await page.getByRole('checkbox', { name }).uncheck()
    const pinterest = page.getByRole('checkbox', { name: /Pinterest/ })
    await page.getByRole('checkbox', { name: /Mastodon/ }).check()
    await pinterest.uncheck()
    await page.getByLabel('New post').fill('Once upon a time')
    await page.getByRole('button', { name: 'Add another part' }).click()
    await page.getByRole('textbox', { name: 'Part 2 of the thread' }).fill('there was a chain.')
    await page.getByRole('checkbox', { name: /TikTok/ }).check()
    await page
      .locator('.chain-checks')
      .getByText(/Remove the other parts or this account/)
      .waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('checkbox', { name: /TikTok/ }).uncheck()
    await page.getByText('Ready for 1 account').waitFor()
    await journey.shoot(page, 'chain')
    await page.getByRole('button', { name: 'Publish', disabled: false }).click()

    const parts = page.getByRole('list', { name: 'The parts of this thread' }).getByRole('listitem')
    await parts.filter({ hasText: 'Part 2' }).getByText('published', { exact: true }).waitFor()
    await expect.poll(() => parts.count(), POLL).toBe(2)
    expect(await violations(page)).toEqual([])
    expect(journey.problems).toEqual([])
  })

  it('offers the boards of the account, and requires one before publishing', async () => {
    const page = await journey.open('/compose')
    await page.getByRole('checkbox', { name: /YouTube/ }).uncheck()
    await page.getByRole('checkbox', { name: /Pinterest/ }).check()
    await page.getByRole('checkbox', { name: /Mastodon/ }).uncheck()
    await page.getByLabel('New post').fill('Velvet, 1970.')
    await drop(page, '.composer', FILM)
    const board = page.getByRole('combobox', { name: 'Board', exact: true })
    await page
      .getByText(/Board is required|Choose a board/i)
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Publish' }).isDisabled(), POLL).toBe(true)
    await board.selectOption('Chairs')
    await page.getByRole('button', { name: 'Publish', disabled: false }).click()
    await page
      .getByRole('listitem', { name: /Pinterest/ })
      .getByText('Published')
      .waitFor()
    expect(journey.problems).toEqual([])
  })

  it('searches for a place while a person types, and selects it with the arrow keys and Enter', async () => {
    await journey.signIn('threads')
    const page = await journey.open('/compose')
    await page.getByRole('checkbox', { name: /Mastodon/, checked: true }).waitFor()
    await page.getByRole('checkbox', { name: /Mastodon/ }).uncheck()
    await page.getByRole('checkbox', { name: /Threads/ }).check()
    await page.getByLabel('New post').fill('Here we are')
    const part = page.getByRole('region', { name: /Threads/ })
    await press(part.locator('.part-head'))
    const place = part.getByRole('combobox', { name: 'Location' })
    await place.fill('nowhere at all')
    await part.getByText('Nothing found').waitFor()
    await place.fill('menlo')
    await part.getByRole('option', { name: 'Menlo Park (US)' }).waitFor()
    expect(await violations(page)).toEqual([])
    await place.press('ArrowDown')
    await part.getByRole('option', { name: 'Menlo Park (US)', selected: true }).waitFor()
    await place.press('Enter')
    await expect.poll(() => place.inputValue(), POLL).toBe('Menlo Park (US)')
    await expect.poll(() => part.getByRole('option', { name: /Menlo/ }).count(), POLL).toBe(0)
    await page.getByText('Ready for 1 account').waitFor()
    await page.getByLabel('New post').press('Control+Enter')

    const row = page.getByRole('listitem', { name: /Threads/ })
    await row.getByText('Published').waitFor()
    const [post] = (await journey.visitor.studio()).posts
    expect(post?.text).toBe('Here we are')
    expect(journey.problems).toEqual([])
  })

  it('keeps a draft when the studio restarts', async () => {
    const page = await journey.open('/compose')
    const kept = page.waitForResponse((reply) => reply.request().method() === 'PUT')
    await page.getByLabel('New post').fill('Not finished yet')
    await kept
    await journey.studio.restart()
    await page.reload()
    await expect.poll(() => page.getByLabel('New post').inputValue(), POLL).toBe('Not finished yet')

    await page.getByRole('button', { name: /Remove the draft/ }).click()
    await page.getByRole('button', { name: /Remove the draft/ }).waitFor({ state: 'detached' })
    expect((await journey.visitor.studio()).drafts).toEqual([])
  })
})

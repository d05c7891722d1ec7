import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Journey, PATIENCE_MS, POLL, executablePath } from './browser.js'

const IN_AN_HOUR_MS = 3_600_000

describe.skipIf(executablePath === null)('the state of posts', { timeout: PATIENCE_MS }, () => {
  let journey: Journey
  let mastodon = ''
  let bluesky = ''

  beforeAll(async () => {
    journey = await Journey.start()
    ;[mastodon = '', bluesky = ''] = await journey.signIn('mastodon', 'bluesky')
  }, PATIENCE_MS)

  afterAll(async () => {
    await journey.end()
  })

  it('changes the text of a published post, and deletes the post', async () => {
    await journey.visitor.publish({ accountId: mastodon, text: 'First words' })
    const page = await journey.open('/posts')
    const group = page.getByRole('listitem').filter({ hasText: 'words' }).first()
    await group.getByRole('button', { name: 'Edit' }).click()
    await group.getByRole('textbox', { name: 'New text' }).fill('Second words')
    await group.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Second words').waitFor()
    await group.getByRole('button', { name: 'Thread' }).click()
    await group.getByText('No answers yet.').waitFor()
    await group.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Your posts appear here.').waitFor()
    expect((await journey.visitor.studio()).posts).toEqual([])
    expect(journey.problems).toEqual([])
  })

  it('shows the required action for a refused post, and opens it as a draft', async () => {
    await journey.visitor.publish({ accountId: mastodon, text: `Too long ${'a'.repeat(500)}` })
    const page = await journey.open('/posts')
    const row = page.getByRole('listitem', { name: /Mastodon/ })
    await row.getByText('Not published').waitFor()
    await row.getByText('Change the post and publish it again.').waitFor()
    await row.getByRole('button', { name: 'Change the post' }).click()
    await expect.poll(() => page.getByLabel('New post').inputValue(), POLL).toContain('Too long')
    expect(new URL(page.url()).pathname).toBe('/compose')
    await page
      .getByRole('region', { name: /Mastodon/ })
      .getByText(/of 500 characters/)
      .first()
      .waitFor()

    await page.getByLabel('New post').fill('Short enough')
    await page.getByRole('button', { name: 'Publish', disabled: false }).click()
    // On the previous view, the text also appears in the preview and in the list of drafts.
    await page.waitForURL('**/posts')
    await page.getByText('Short enough').waitFor()
    expect(journey.problems).toEqual([])
  })

  it('schedules a post at its network, or in the studio if the network has no scheduling, and cancels both', async () => {
    const publishAt = new Date(Date.now() + IN_AN_HOUR_MS).toISOString()
    await journey.visitor.publish({ accountId: mastodon, text: 'Later', publishAt })
    await journey.visitor.publish({ accountId: bluesky, text: 'Later', publishAt })
    const page = await journey.open('/posts')
    const rows = page.getByRole('listitem', { name: /Mastodon|Bluesky/ })
    await page.getByRole('button', { name: 'Waiting' }).click()
    await rows.filter({ hasText: 'Scheduled' }).waitFor()
    await rows.filter({ hasText: 'Waiting for its time' }).waitFor()
    for (const state of ['Scheduled', 'Waiting for its time']) {
      await rows.filter({ hasText: state }).getByRole('button', { name: 'Cancel' }).click()
      await rows.filter({ hasText: state }).waitFor({ state: 'detached' })
    }
    expect((await journey.visitor.studio()).posts.map(({ text }) => text)).not.toContain('Later')
    expect(journey.problems).toEqual([])
  })
})

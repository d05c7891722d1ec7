import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Journey, PATIENCE_MS, POLL, executablePath } from './browser.js'

describe.skipIf(executablePath === null)('the inbox of several accounts', { timeout: PATIENCE_MS }, () => {
  let journey: Journey
  let mastodon = ''
  let facebook = ''

  beforeAll(async () => {
    journey = await Journey.start()
    ;[mastodon = '', facebook = ''] = await journey.signIn('mastodon', 'facebook')
    await journey.visitor.publish({ accountId: mastodon, text: 'A square' })
    await journey.visitor.publish({ accountId: facebook, text: 'Fresh bread' })
  }, PATIENCE_MS)

  afterAll(async () => {
    await journey.end()
  })

  it('shows updates immediately, with buttons to answer, like, share and read the thread', async () => {
    const page = await journey.open('/inbox')
    await page.getByRole('button', { name: 'Someone comments' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'commented' }).filter({ hasText: 'Mastodon' })
    await card.getByRole('button', { name: 'Like' }).click()
    await card.getByRole('button', { name: 'Liked', pressed: true }).waitFor()
    await card.getByRole('button', { name: 'Share' }).click()
    await card.getByRole('button', { name: 'Shared', pressed: true }).waitFor()
    await card.getByText('Needs an answer').waitFor()
    await card.getByRole('textbox').fill('Thank you!')
    await card.getByRole('textbox').press('Enter')
    await card.getByText('Needs an answer').waitFor({ state: 'detached' })
    await card.locator('.answer').waitFor()
    await card.getByRole('button', { name: 'Thread' }).click()
    await card.getByRole('region', { name: 'Thread' }).getByText('Thank you!').waitFor()
    await journey.shoot(page, 'inbox')

    // Mastodon cannot hide comments of other people, so there is no button.
    expect(await card.getByRole('button', { name: 'Hide' }).count()).toBe(0)

    await journey.studio.restart()
    await page.reload()
    await expect.poll(() => card.locator('.answer').textContent(), POLL).toContain('Thank you!')
    expect(journey.problems.filter((problem) => !problem.includes('ERR_'))).toEqual([])
  })

  it('hides and deletes comments if the network supports it, and shows no update twice', async () => {
    const page = await journey.open('/inbox')
    await page.getByRole('combobox', { name: 'At', exact: true }).selectOption(facebook)
    await page.getByRole('button', { name: 'Someone comments' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'commented' }).filter({ hasText: 'Facebook' })
    await card.getByRole('button', { name: 'Hide' }).click()
    await card.getByRole('button', { name: 'Show again' }).waitFor()
    await card.getByRole('button', { name: 'Delete' }).click()
    await card.getByText('Deleted from here.').waitFor()
    await expect.poll(() => card.count(), POLL).toBe(1)
    expect(journey.problems).toEqual([])
  })

  it('filters by account, kind, text and unread updates', async () => {
    for (const id of [mastodon, facebook]) {
      await journey.visitor.happen('comment', id)
      await journey.visitor.arrival(id, 'COMMENT_CREATED')
    }
    await journey.visitor.happen('mention', mastodon)
    const mention = await journey.visitor.arrival(mastodon, 'MENTION')
    const { updates } = await journey.visitor.studio()
    const page = await journey.open('/inbox')
    const shown = async (count: number) => {
      await expect.poll(() => page.locator('.update').count(), POLL).toBe(count)
    }
    await shown(updates.length)
    await page.getByLabel('Account', { exact: true }).selectOption(facebook)
    await shown(updates.filter(({ accountId }) => accountId === facebook).length)
    await page.getByLabel('Account', { exact: true }).selectOption('')
    await page.getByLabel('Kind').selectOption('MENTION')
    await shown(1)
    await page.getByLabel('Kind').selectOption('')
    await page.getByLabel('Search the inbox').fill(mention.text?.toUpperCase() ?? '')
    await shown(1)
    await page.getByLabel('Search the inbox').fill('')
    const open = page.getByRole('switch', { name: 'Needs an answer' })
    await open.check()
    const { conversations } = await journey.visitor.studio()
    await shown(conversations.filter(({ openId }) => openId !== null).length)
    await open.uncheck()
    await page.getByRole('switch', { name: 'Unread only' }).check()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await shown(0)
    await expect.poll(() => page.getByRole('link', { name: /unread/ }).count(), POLL).toBe(0)
    expect(journey.problems).toEqual([])
  })
})

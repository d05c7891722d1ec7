import { WITH_MESSAGES } from '@social/emulator/bluesky'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Journey, PATIENCE_MS, PHONE, executablePath, POLL } from './browser.js'

describe.skipIf(executablePath === null)('signing in through the page', { timeout: PATIENCE_MS }, () => {
  let journey: Journey

  beforeEach(async () => {
    journey = await Journey.start()
  })

  afterEach(async () => {
    await journey.end()
  })

  it('shows the form of a network without a sign-in page, and shows it again after a wrong password', async () => {
    const page = await journey.open('/', PHONE)
    await page.getByLabel('Network').selectOption('bluesky')
    await page.getByRole('button', { name: 'Sign in' }).click()

    const password = page.getByLabel('App password')
    expect(await password.getAttribute('type')).toBe('password')
    await page.getByLabel('Handle').fill('ada.bsky.test')
    await password.fill('no-such-word')
    await password.press('Enter')
    await page.getByText('did not accept the name or the app password').waitFor()
    await expect.poll(() => page.getByLabel('Handle').inputValue(), POLL).toBe('ada.bsky.test')

    await password.fill(WITH_MESSAGES)
    await password.press('Enter')
    await page.getByRole('link', { name: 'Compose' }).waitFor()
    expect(journey.problems.filter((problem) => !problem.includes('401'))).toEqual([])
  })

  it('selects a channel with the keyboard', async () => {
    const page = await journey.open()
    await page.getByLabel('Network').selectOption('youtube')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('bea@example.com').click()
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
    await page.reload() // The sign-in step is still shown after a reload.
    const rides = page.getByRole('radio', { name: 'Bea Rides' })
    await rides.press('ArrowDown')
    expect(await page.getByRole('radio', { name: 'Bea Repairs' }).isChecked()).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await rides.isChecked()).toBe(true)
    await page.keyboard.press('Enter')

    await page.getByRole('listitem', { name: 'Bea Rides, YouTube' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(journey.problems).toEqual([])
  })

  it('signs an account in again, and keeps its posts, its inbox and the draft', async () => {
    const [accountId = ''] = await journey.signIn('mastodon')
    const { visitor } = journey
    await visitor.publish({ accountId, text: 'Before' })
    await visitor.happen('comment', accountId)
    await visitor.arrival(accountId, 'COMMENT_CREATED')
    const page = await journey.open('/compose')
    await page.getByLabel('New post').fill('Half a sentence')

    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByText('@ada').click()
    await page.getByRole('button', { name: 'Authorize' }).click()

    await page.getByRole('listitem', { name: /Mastodon/ }).waitFor()
    const { accounts, posts, updates, drafts } = await visitor.studio()
    expect(accounts.map(({ id }) => id)).toEqual([accountId])
    expect([posts.length, updates.length, drafts[0]?.text]).toEqual([1, 1, 'Half a sentence'])
    await page.getByRole('link', { name: 'Compose' }).click()
    await expect.poll(() => page.getByLabel('New post').inputValue(), POLL).toBe('Half a sentence')
    expect(journey.problems).toEqual([])
  })
})

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

  it('shows the form of a network without a sign-in page, and the reason after a wrong password', async () => {
    const page = await journey.open('/', PHONE)
    await page.getByLabel('Network').selectOption('bluesky')
    await page.getByText(WITH_MESSAGES).waitFor() // The values that the emulated network accepts.
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByLabel('Handle').fill('ada.bsky.test')
    await page.getByLabel('App password').fill('no-such-word')
    await page.getByLabel('App password').press('Enter')
    expect(await page.getByRole('alert').textContent()).toMatch(/Bluesky/)
    await journey.shoot(page, 'sign-in-refused')
    await page.getByRole('link', { name: 'Start again' }).click()
    await page.getByLabel('Handle').fill('ada.bsky.test')
    await page.getByLabel('App password').fill(WITH_MESSAGES)
    await journey.shoot(page, 'sign-in-form')
    await page.getByLabel('App password').press('Enter')
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
    await journey.shoot(page, 'sign-in-choice')
    const rides = page.getByRole('radio', { name: 'Bea Rides' })
    await rides.press('Space')
    await rides.press('ArrowDown')
    expect(await page.getByRole('radio', { name: 'Bea Repairs' }).isChecked()).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await rides.isChecked()).toBe(true)
    await page.keyboard.press('Enter')

    await page.getByRole('listitem', { name: 'Bea Rides, YouTube' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
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

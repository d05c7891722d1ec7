import { fileURLToPath } from 'node:url'

import { sampleMp4 } from '@social/emulator'
import { WITH_MESSAGES } from '@social/emulator/bluesky'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ThrowawayStudio } from '../check/check-journey.js'
import { PICTURE } from '../check/samples.js'
import { findBrowser } from './find-browser.js'

/** Built by `pnpm run build`. */
const PAGE = fileURLToPath(new URL('../../dist/page', import.meta.url))
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
]

const executablePath = findBrowser()

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('@ada').click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(`${url}/`)
}

/** A file on somebody's desktop. */
interface Dropped {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

const SQUARE: Dropped = { name: 'square.png', type: 'image/png', bytes: PICTURE }
const FILM: Dropped = { name: 'film.mp4', type: 'video/mp4', bytes: sampleMp4() }

/** Drops a file on an element, as somebody would from their desktop. */
async function drop(page: Page, selector: string, { name, type, bytes }: Dropped): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], '${name}', { type: '${type}' }))
    return data
  })()`)
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer })
}

describe.skipIf(executablePath === null)(
  'the page of the studio, in a real browser',
  { timeout: 60_000 },
  () => {
    let browser: Browser
    let studio: ThrowawayStudio
    const problems: string[] = []

    const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({ colorScheme: 'light', ...options })
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => {
        // What the emulator's own pages lack is not the studio's problem.
        const isOurs = message.location().url.startsWith(studio.url)
        if (message.type() === 'error' && isOurs) problems.push(message.text())
      })
      return page
    }

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: ARGUMENTS })
    }, 60_000)

    beforeEach(async () => {
      problems.length = 0
      studio = await ThrowawayStudio.start(PAGE)
    })

    afterAll(async () => {
      await browser.close()
    })

    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await studio.remove()
    })

    it('takes somebody from the sign-in to an answered comment, and shows it all again after a restart', async () => {
      const page = await open()
      await signIn(page, studio.url)

      await page.getByLabel('New post').fill('A square, as small as it gets')
      await drop(page, '.composer', SQUARE)
      await page.getByLabel('What the picture shows').fill('A very small square')
      await page.getByRole('button', { name: 'Publish', disabled: false }).waitFor()
      await page.getByLabel('New post').press('Control+Enter')
      const item = (part: string, text: string) =>
        page.getByRole('region', { name: part }).getByRole('listitem').filter({ hasText: text })
      const post = item('Posts', 'A square, as small as it gets')
      await post.getByText('Published').waitFor()
      expect(await post.getByRole('img').getAttribute('alt')).toBe('A very small square')

      await page.getByRole('button', { name: 'Someone comments' }).click()
      const update = item('Inbox', 'commented')
      await update.getByRole('textbox').fill('Thank you!')
      await update.getByRole('textbox').press('Enter')
      await update.locator('.answer').waitFor()

      await post.getByRole('button', { name: 'Thread' }).click()
      await post.getByText('Thank you!').waitFor()

      await studio.restart()
      await page.reload()
      await post.getByText('Published').waitFor()
      expect(await update.locator('.answer').textContent()).toContain('Thank you!')
      expect(problems.filter((problem) => !problem.includes('ERR_'))).toEqual([])
    })

    it('counts as the network does while somebody writes, and does not publish what is too long', async () => {
      const page = await open()
      await signIn(page, studio.url)

      await page.getByLabel('New post').fill(`https://example.com/${'a'.repeat(100)}`)
      await page.getByText('477').waitFor()
      await page.getByLabel('New post').fill('a'.repeat(501))
      await page.getByText(/^-1/).waitFor()

      expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    })

    it('asks for what a network without a page of its own wants to know, and again when it was wrong', async () => {
      const page = await open(PHONE)
      await page.goto(studio.url)
      await page.getByLabel('Network').selectOption('bluesky')
      await page.getByRole('button', { name: 'Sign in' }).click()

      const password = page.getByLabel('App password')
      expect(await password.getAttribute('type')).toBe('password')
      await page.getByLabel('Handle').fill('ada.bsky.test')
      await password.fill('no-such-word')
      await password.press('Enter')
      await page.getByText('refused the sign-in').waitFor()
      expect(await page.getByLabel('Handle').inputValue()).toBe('ada.bsky.test')

      await password.fill(WITH_MESSAGES)
      await password.press('Enter')
      await page.getByLabel('New post').fill('Hello from a form')
      await page.getByRole('button', { name: 'Publish', disabled: false }).click()
      await page.getByText('Published').waitFor()
      expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
    })

    it('lets somebody choose a channel with the keyboard, and shows a video being processed until it is done', async () => {
      const page = await open()
      await page.goto(studio.url)
      await page.getByLabel('Network').selectOption('youtube')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('bea@example.com').click()
      await page.getByRole('button', { name: 'Continue' }).click()

      await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
      await page.reload() // The question outlives it.
      const rides = page.getByRole('radio', { name: 'Bea Rides' })
      await rides.press('ArrowDown')
      expect(await page.getByRole('radio', { name: 'Bea Repairs' }).isChecked()).toBe(true)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')

      await page.getByLabel('Title').fill('A very short film')
      await drop(page, '.composer', FILM)
      const publish = page.getByRole('button', { name: 'Publish' })
      expect(await publish.isDisabled()).toBe(true) // Nobody guesses whom it is made for.
      await page.getByLabel('Made for kids').selectOption('No')
      await page.getByRole('button', { name: 'Publish', disabled: false }).click()
      await page.getByText('Being processed').waitFor()
      await page.getByText('Published').waitFor()
      expect(new URL(page.url()).hash).toBe('')
      expect(problems).toEqual([])
    })

    it('lets somebody choose a board of the account, and asks for it before anything is published', async () => {
      const page = await open()
      await page.goto(studio.url)
      await page.getByLabel('Network').selectOption('pinterest')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Give access' }).click()

      await page.getByLabel('New post').fill('Velvet, 1970.')
      await drop(page, '.composer', FILM)
      const publish = page.getByRole('button', { name: 'Publish' })
      await page.getByLabel('Board').first().waitFor()
      expect(await publish.isDisabled()).toBe(true)
      await page.getByLabel('Board').first().selectOption('Chairs')
      await page.getByRole('button', { name: 'Publish', disabled: false }).click()
      await page.getByText('Published').waitFor()
      expect(problems).toEqual([])
    })

    it('fits a phone, one part at a time', async () => {
      const page = await open(PHONE)
      await signIn(page, studio.url)

      for (const part of ['Posts', 'Inbox', 'Compose']) {
        await page.getByRole('navigation').getByRole('button', { name: part }).click()
        const tooWide = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect(tooWide).toBe(0)
      }
      expect(await page.getByLabel('New post').isVisible()).toBe(true)
      expect(await page.getByRole('heading', { name: 'Inbox' }).isVisible()).toBe(false)
    })
  },
)

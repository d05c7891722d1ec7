import { fileURLToPath } from 'node:url'

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

/** Drops a file on an element, as somebody would from their desktop. */
async function drop(page: Page, selector: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${PICTURE.toString('base64')}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'square.png', { type: 'image/png' }))
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
        // What the emulator's own page lacks, a favicon say, is not the studio's problem.
        const isOurs = message.location().url.startsWith(studio.url)
        if (message.type() === 'error' && isOurs) problems.push(message.text())
      })
      return page
    }

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: ARGUMENTS })
    }, 60_000)

    beforeEach(async () => {
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
      await drop(page, '.composer')
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

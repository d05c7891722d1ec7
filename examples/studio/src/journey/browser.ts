import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { sampleMp4 } from '@social/emulator'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

import { PICTURE } from '../check/samples.js'
import { signInAnywhere } from '../check/sign-in-anywhere.js'
import { ThrowawayStudio } from '../check/throwaway-studio.js'
import { Visitor } from '../check/visitor.js'
import { findBrowser } from './find-browser.js'

/** Output of `pnpm run build`. */
const PAGE = fileURLToPath(new URL('../../dist/page', import.meta.url))
/** Folder of the screenshots. Git ignores it. */
const REPORTS = fileURLToPath(new URL('../../../../reports/studio', import.meta.url))
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
]

/** Timeout of a wait on the page. A wait takes this long only if the test fails, also on a busy machine. */
const WAIT_MS = 60_000
/** Timeout of a whole journey, which has many waits for the page. */
export const PATIENCE_MS = 300_000
/** Options of polled assertions. */
export const POLL = { timeout: WAIT_MS } as const

/** Screen of a phone. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
/** Large screen. */
export const WIDE: BrowserContextOptions = { viewport: { width: 1600, height: 1000 } }

/** Path of Chromium. Null if it is not installed: the journeys are then skipped. */
export const executablePath = findBrowser()

/** File to drop on the page. */
interface Dropped {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A very small picture. */
export const SQUARE: Dropped = { name: 'square.png', type: 'image/png', bytes: PICTURE }
/** A very short video. */
export const FILM: Dropped = { name: 'film.mp4', type: 'video/mp4', bytes: sampleMp4() }

/** Drops a file on an element, as a person drags it from the desktop. */
export async function drop(page: Page, selector: string, { name, type, bytes }: Dropped): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], '${name}', { type: '${type}' }))
    return data
  })()`)
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer })
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Accessibility violations that axe finds on the current page. */
export async function violations(page: Page): Promise<readonly string[]> {
  // The source of axe is not added as a script tag because the page's Content-Security-Policy forbids inline scripts.
  await page.evaluate(axe.source)
  const found = await page.evaluate<{ violations: readonly Violation[] }>('axe.run()')
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Accessibility violations in the light and in the dark theme. */
export async function violationsInBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page)).map((one) => `${colorScheme}: ${one}`))
  }
  return found
}

/** A running studio. */
type AnyStudio = Pick<ThrowawayStudio, 'url' | 'restart' | 'remove'>

/** A studio with an open browser, and the errors of the page's console. */
export class Journey {
  readonly studio: AnyStudio
  /** Error messages of the page's console. */
  readonly problems: string[] = []
  readonly #browser: Browser

  private constructor(studio: AnyStudio, browser: Browser) {
    this.studio = studio
    this.#browser = browser
  }

  static async start(): Promise<Journey> {
    return Journey.on(await ThrowawayStudio.start(PAGE))
  }

  /** Opens a browser on a running studio. */
  static async on(studio: AnyStudio): Promise<Journey> {
    return new Journey(
      studio,
      await chromium.launch({ executablePath: executablePath ?? '', args: ARGUMENTS }),
    )
  }

  /** Uses the studio over HTTP, to prepare state that the journey does not test. */
  get visitor(): Visitor {
    return new Visitor(this.studio.url)
  }

  /** Signs in to networks without the page. Returns the account ids. */
  async signIn(...networks: readonly string[]): Promise<readonly string[]> {
    const ids: string[] = []
    for (const network of networks) ids.push(await signInAnywhere(this.visitor, network))
    return ids
  }

  async open(address = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    page.on('pageerror', (error) => this.problems.push(error.message))
    page.on('console', (message) => {
      // Errors on the emulator's own pages are ignored.
      const isOurs = message.location().url.startsWith(this.studio.url)
      if (message.type() === 'error' && isOurs) this.problems.push(message.text())
    })
    await page.goto(this.studio.url + address)
    return page
  }

  /** Saves a screenshot among the reports. */
  async shoot(page: Page, name: string): Promise<void> {
    mkdirSync(REPORTS, { recursive: true })
    await page.screenshot({ path: join(REPORTS, `${name}.png`) })
  }

  /** Saves a measurement next to the screenshots. */
  note(what: string, figure: number): void {
    mkdirSync(REPORTS, { recursive: true })
    appendFileSync(join(REPORTS, 'figures.txt'), `${new Date().toISOString()} ${what}: ${figure}\n`)
  }

  /** Closes only the browser. The studio continues to run. */
  async close(): Promise<void> {
    await this.#browser.close()
  }

  async end(): Promise<void> {
    await this.close()
    await this.studio.remove()
  }
}

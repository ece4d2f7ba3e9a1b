import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type Page } from 'playwright-core'

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

/** What stands in the way of somebody who cannot see the page, or not well. */
export async function listViolations(page: Page): Promise<string[]> {
  // What is still fading in has too little contrast, and in a moment it has enough.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  await page.emulateMedia({ reducedMotion: null })
  if (passes.length < 10) throw new Error('too little of the page was looked at')
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

import { existsSync } from 'node:fs'
import { runCommand } from '../../setup/run-step.mjs'
import { findProgram } from './find-program.mjs'
import { installSystemPackage } from './install-system-package.mjs'

/** The browser without its windows: the same engine, a fifth less time. */
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of the browser for the end-to-end tests, installed when it can be; undefined when there is none. */
export async function findChromium() {
  const found = (await lookUp()) ?? (await install())
  if (found) console.log(`  Browser: ${found}`)
  return found
}

async function lookUp() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return chosen
  return (await findShell()) ?? findSystemChromium() ?? (await findPlaywrightChromium())
}

async function findShell() {
  return findProgram(shell) ?? ((await installSystemPackage(shell)) ? findProgram(shell) : undefined)
}

async function install() {
  if (await installSystemPackage('chromium')) return findSystemChromium()
  console.log('Downloading the browser of Playwright …')
  await runCommand('playwright', ['install', 'chromium'])
  return findPlaywrightChromium()
}

function findSystemChromium() {
  const found = names.map((name) => findProgram(name)).find(Boolean)
  return found ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file))
}

async function findPlaywrightChromium() {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : undefined
}

export const noChromiumMessage =
  'no Chromium was found or could be installed. Install one (Debian: apt-get install chromium; ' +
  'elsewhere: npx playwright install --with-deps chromium) or name one in CHROMIUM_PATH.'

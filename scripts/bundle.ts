import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePackage } from './bundle-package.js'
import { listPackagePaths } from './workspace.js'

const libraries = listPackagePaths('.').filter((path) => path.startsWith('packages/'))
for (const path of libraries) {
  await bundlePackage(path)
  // npm ships it from a package's own folder only.
  copyFileSync('LICENSE', join(path, 'LICENSE'))
}
console.log(`bundle: ${libraries.length} packages`)

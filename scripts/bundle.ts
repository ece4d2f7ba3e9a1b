import { bundlePackage } from './bundle-package.js'
import { listPackagePaths } from './workspace.js'

const libraries = listPackagePaths('.').filter((path) => path.startsWith('packages/'))
for (const path of libraries) await bundlePackage(path)
console.log(`bundle: ${libraries.length} packages`)

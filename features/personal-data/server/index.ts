export { exportPerson } from './export/export-person'
export { personalDataRouter } from './personal-data-router'

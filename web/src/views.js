// Every view and dialog that comes when it is asked for, as one file: what several share would otherwise be cut into a file
// for each combination of them, and the page would wait for all of these before its first numbers.

export * as accuracy from './components/accuracy/Accuracy.jsx';
export * as bring from './components/import/Import.jsx';
export * as column from './components/column/Column.jsx';
export * as compare from './components/compare/Compare.jsx';
export * as cost from './components/figure/Cost.jsx';
export * as dossier from './components/dossier/Dossier.jsx';
export * as explain from './components/explain/Explain.jsx';
export * as figures from './components/figure/Figure.jsx';
export * as first from './components/limits/first.js';
export * as fit from './components/Fit.jsx';
export * as gallery from './components/gallery/Gallery.jsx';
export * as help from './components/help/Help.jsx';
export * as limits from './components/limits/Limits.jsx';
export * as models from './components/figure/Models.jsx';
export * as plan from './components/plan/Plan.jsx';
export * as presets from './components/presets/Presets.jsx';
export * as report from './components/report/Report.jsx';
export * as roofline from './components/figure/Roofline.jsx';
export * as settings from './components/settings/Settings.jsx';
export * as share from './components/share/Share.jsx';
export * as specs from './components/specs/Specs.jsx';
export * as sweep from './components/figure/Sweep.jsx';

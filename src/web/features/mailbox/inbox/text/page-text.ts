export { FindOnPages } from './find-on-pages.tsx';
export { TextLayer } from './text-layer.tsx';

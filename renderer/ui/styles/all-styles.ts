// All styles of the library, for screens that are loaded on demand.
import '@mantine/core/styles.layer.css';

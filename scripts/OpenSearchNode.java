import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** One OpenSearch node on loopback, out of Maven's jars: `java -cp 'lib/*' OpenSearchNode.java FOLDER PORT`. */
public class OpenSearchNode extends Node {
    OpenSearchNode(Settings settings, Path home) {
        super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home, () -> "node"),
            List.of(Netty4Plugin.class, CommonAnalysisPlugin.class), false);
    }

    public static void main(String[] args) throws Exception {
        LogConfigurator.registerErrorListener();
        Path home = Path.of(args[0]);
        Settings settings = Settings.builder()
            .put("path.home", home).put("node.name", "node").put("discovery.type", "single-node")
            .put("http.type", "netty4").put("transport.type", "netty4").put("network.host", "127.0.0.1")
            .put("http.port", args[1]).put("transport.port", "0")
            .build();
        Node node = new OpenSearchNode(settings, home).start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                node.close();
            } catch (java.io.IOException error) {
                error.printStackTrace();
            }
        }));
        Thread.currentThread().join();
    }
}
